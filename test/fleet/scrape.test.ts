import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  fleetParts,
  openAccount,
  sharedFleet,
  startSharedSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';

let site: TargetSite;
beforeAll(async () => {
  site = await startSharedSite();
});
afterAll(() => site.close());

/** Services that read and write the store and the files. */
describe.each(fleetParts())('on $name', (parts) => {
  let fleet: SharedFleet;
  let api: ApiClient;

  beforeAll(async () => {
    fleet = await sharedFleet(parts);
    api = new ApiClient(fleet);
  }, 180_000);

  it('returns every output format with the target’s status and headers, and moves the credits', async () => {
    const before = await api.usage();
    const answer = await api.scrape({
      url: `${site.url}/page/one`,
      outputFormat: ['html', 'text', 'markdown', 'json'],
      extractLinks: true,
      extractEmails: true,
      jsRendering: false,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      requestMetadata: { status: 'ok' },
      statusCode: 200,
      statusText: 'OK',
      url: `${site.url}/page/one`,
      rendered: false,
      emails: ['desk@example.com'],
      json: { title: 'Report one', language: 'en' },
    });
    expect(answer.body['headers']).toMatchObject({ 'x-target': 'yes', 'content-type': 'text/html; charset=utf-8' });
    expect(answer.body['content']).toContain('<h1>Report one</h1>');
    expect(answer.body['markdown']).toContain('# Report one');
    expect(answer.body['markdown']).toMatch(/\| Block 1 +\| 12 t +\|/);
    expect(answer.body['text']).toContain('Report one');
    expect(answer.body['text']).not.toContain('<h1>');
    expect(answer.body['links']).toContain(`${site.url}/people/ada`);
    expect(answer.headers.get('x-request-id')).toBe(answer.body.requestMetadata?.id);
    expect(answer.headers.get('x-credits-charged')).toBe('1');
    expect(answer.headers.get('x-credits-remaining')).toBe(String(before.availableCredits - 1));
    expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits - 1, heldCredits: 0 });
  });

  it('takes a screenshot that only the account’s own keys can read', async () => {
    const answer = await api.scrape({ url: `${site.url}/page/shot`, screenshot: true });
    const link = String(answer.body['screenshot']);
    expect(link.startsWith(`${fleet.filesUrl}/`)).toBe(true);
    const own = await fetch(link, { headers: { 'x-api-key': fleet.apiKey } });
    expect(own.status).toBe(200);
    expect(own.headers.get('content-type')).toBe('image/jpeg');
    const bytes = new Uint8Array(await own.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    const stranger = new ApiClient(await openAccount(fleet));
    for (const [headers, status, error] of [
      [{ 'x-api-key': stranger.access.apiKey }, 404, 'not_found'],
      [{ 'x-api-key': 'qk_unknown' }, 401, 'unauthorized'],
      [{}, 401, 'unauthorized'],
    ] as const) {
      const refused = await fetch(link, { headers: new Headers(headers) });
      expect(refused.status).toBe(status);
      expect(await refused.json()).toMatchObject({ status: 'error', error });
    }
    const stored = await api.send('GET', String(answer.body.requestMetadata?.json));
    expect(stored.body.requestMetadata?.id).toBe(answer.body.requestMetadata?.id);
  });

  it('counts what was free, by what it would have cost', async () => {
    const own = new ApiClient(await openAccount(fleet));
    const budget = (await own.usage()).freeCreditsBudget;
    await own.scrape({ url: `${site.url}/status/404`, jsRendering: false });
    await own.scrape({ url: `${site.url}/status/500`, jsRendering: false });
    expect(await own.usage()).toMatchObject({ freeCreditsUsed: 2, freeCreditsBudget: budget });
    const paid = await own.scrape({ url: `${site.url}/page/one`, jsRendering: false });
    expect(paid.headers.get('x-credits-charged')).toBe('1');
    expect(await own.usage()).toMatchObject({ freeCreditsUsed: 2, freeCreditsBudget: budget + 1 });
  });

  it.each([
    ['a blocked page', '/block', 502, 'target_blocked'],
    ['a server error', '/status/500', 502, 'target_unreachable'],
  ])('%s', async (_, path, status, error) => {
    const before = await api.usage();
    const answer = await api.scrape({ url: site.url + path, jsRendering: false });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: 'error', error, requestMetadata: { status: 'error' } });
    expect(typeof answer.body['message']).toBe('string');
    expect(answer.headers.get('x-credits-charged')).toBe('0');
    expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits, heldCredits: 0 });
  });

  it('402 says what is needed, what is there, and the cheaper way', async () => {
    const poor = new ApiClient(await openAccount(fleet, { credits: 3 }));
    const answer = await poor.scrape({ url: `${site.url}/page/x` });
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({ error: 'credits_exhausted' });
    expect(String(answer.body['message'])).toMatch(/10.*3/s);
    expect((await poor.scrape({ url: `${site.url}/page/x`, jsRendering: false })).status).toBe(200);
    expect(await poor.usage()).toMatchObject({ availableCredits: 2, heldCredits: 0 });
  });

  it('429 comes at once when all leases are taken, and the lease comes back', async () => {
    const narrow = new ApiClient(await openAccount(fleet, { concurrency: 1 }));
    const group = randomUUID();
    const path = `/held/${group}/page`;
    const held = narrow.scrape({ url: `${site.url}${path}`, jsRendering: false });
    await site.reached(path, 1);
    const refused = await narrow.scrape({ url: `${site.url}/page/x`, jsRendering: false });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: 'concurrency_limit', retryable: true });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    site.release(group);
    expect((await held).status).toBe(200);
    expect((await narrow.scrape({ url: `${site.url}/page/x`, jsRendering: false })).status).toBe(200);
  });
});

describe('whatever it keeps its data in', () => {
  let api: ApiClient;

  beforeAll(async () => {
    api = new ApiClient(await sharedFleet());
  }, 180_000);

  describe('one scrape through the whole fleet', () => {
    it('answers html when no format is asked, and decodes as browsers do', async () => {
      const answer = await api.scrape({ url: `${site.url}/sjis`, jsRendering: false });
      expect(answer.body['content']).toContain('こんにちは');
      expect(answer.body).not.toHaveProperty('markdown');
    });

    it('uses the browser by itself when the page is made by script, at the browser’s price', async () => {
      const answer = await api.scrape({ url: `${site.url}/js`, outputFormat: ['markdown'] });
      expect(answer.body).toMatchObject({ rendered: true, statusCode: 200 });
      expect(answer.body['markdown']).toContain('# Made by script');
      expect(answer.headers.get('x-credits-charged')).toBe('10');
    });

    it('sends the caller’s headers to the target', async () => {
      const answer = await api.scrape({
        url: `${site.url}/echo`,
        headers: { 'X-Trace': 'abc', Cookie: 'a=1' },
        outputFormat: ['json'],
      });
      expect(JSON.stringify(answer.body['json'])).toContain('"x-trace":"abc"');
      expect(JSON.stringify(answer.body['json'])).toContain('"cookie":"a=1"');
    });
  });

  describe('what fails is free and says so', () => {
    it('a target’s own 404 is an answer, free of charge', async () => {
      const before = await api.usage();
      const answer = await api.scrape({ url: `${site.url}/status/404`, jsRendering: false });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ statusCode: 404 });
      expect(answer.headers.get('x-credits-charged')).toBe('0');
      expect((await api.usage()).availableCredits).toBe(before.availableCredits);
    });

    it('422 lists every violation at once', async () => {
      const answer = await api.scrape({ url: 'nowhere', outputFormat: 'html', proxyCountry: 'XX', colour: 1 });
      expect(answer.status).toBe(422);
      const fields = (answer.body['errors'] as { field: string; rule: string }[]).map(
        ({ field, rule }) => `${field}:${rule}`,
      );
      expect(fields.sort()).toEqual(['colour:unknown', 'outputFormat:array', 'proxyCountry:enum', 'url:url']);
    });

    it('401 has one body for a missing, an unknown and a revoked key', async () => {
      const bodies = await Promise.all(
        [{ 'x-api-key': '' }, { 'x-api-key': 'qk_unknown' }].map((headers) =>
          api.send('POST', '/scrape/web', { url: `${site.url}/page/x` }, headers),
        ),
      );
      for (const { status, body } of bodies) {
        expect(status).toBe(401);
        expect(body).toMatchObject({ error: 'unauthorized', status: 'error' });
      }
    });

    it('an address of the inner network is refused at once', async () => {
      const answer = await api.scrape({ url: 'http://127.0.0.1:1/' });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ error: 'target_forbidden' });
      const redirected = await api.scrape({
        url: `${site.url}/redirect/${encodeURIComponent('http://169.254.169.254/latest/')}`,
        jsRendering: false,
      });
      expect(redirected.body).toMatchObject({ error: 'target_forbidden' });
      expect(redirected.headers.get('x-credits-charged')).toBe('0');
    });
  });
});
