import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  fleetParts,
  openAccount,
  sharedFleet,
  startSharedSite,
  startTargetSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';

let site: TargetSite;
/** Sites of their own: workers stay off the site that limits them, and other tests must not wait for it. */
let busySite: TargetSite;
let limitedSite: TargetSite;
beforeAll(async () => {
  [site, busySite, limitedSite] = await Promise.all([
    startSharedSite(),
    startTargetSite(0, '127.1.0.29'),
    startTargetSite(0, '127.1.0.30'),
  ]);
});
afterAll(() => Promise.all([site, busySite, limitedSite].map((each) => each.close())));

/** What a target answers, and what comes of it for caller and balance. */
describe.each(fleetParts())('on $name', (parts) => {
  let fleet: SharedFleet;
  let api: ApiClient;

  beforeAll(async () => {
    fleet = await sharedFleet(parts);
    api = new ApiClient(await openAccount(fleet));
  }, 180_000);

  const scrape = (path: string, more: object = {}, target = site) =>
    api.scrape({ url: target.url + path, jsRendering: false, ...more });

  /** Nothing is charged and nothing stays held. */
  const expectFree = async (call: () => ReturnType<typeof scrape>) => {
    const before = await api.usage();
    const answer = await call();
    expect(answer.headers.get('x-credits-charged')).toBe('0');
    expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits, heldCredits: 0 });
    return answer;
  };

  it.each([400, 401, 404, 410, 418, 451])('a %i is an answer, free of charge', async (status) => {
    const answer = await expectFree(() => scrape(`/status/${status}`));
    expect([answer.status, answer.body]).toMatchObject([200, { statusCode: status }]);
  });

  it.each([404, 451])('a %i is an error where the caller wants one', async (status) => {
    const answer = await expectFree(() => scrape(`/status/${status}`, { failOn4xx: true }));
    expect([answer.status, answer.body]).toMatchObject([
      502,
      { error: 'target_status', retryable: false, reason: `http_${status}` },
    ]);
    expect(answer.body['message']).toContain(String(status));
  });

  it.each([403, 407])('a %i is a refusal', async (status) => {
    const answer = await expectFree(() => scrape(`/status/${status}`));
    expect([answer.status, answer.body]).toMatchObject([502, { error: 'target_blocked', reason: `http_${status}` }]);
  });

  it('a rate limit is waited for', async () => {
    const path = `/busy/${parts.name.replace(/\W/g, '')}`;
    const answer = await scrape(path, {}, busySite);
    expect([answer.status, answer.body['statusCode'], busySite.hits.get(path)]).toEqual([200, 200, 2]);
    expect(answer.headers.get('x-credits-charged')).toBe('1');
  });

  it('a rate limit that lasts is told, with its time', async () => {
    const answer = await expectFree(() => scrape('/limited/3600', {}, limitedSite));
    expect([answer.status, answer.body]).toMatchObject([
      502,
      { error: 'target_rate_limited', retryable: true, reason: 'http_429', retryAfterSeconds: 3_600 },
    ]);
    expect(answer.headers.get('retry-after')).toBe('3600');
  });

  it.each(['/empty', '/status/204'])('no bytes are an answer, free of charge: %s', async (path) => {
    const answer = await expectFree(() => scrape(path, { outputFormat: ['html', 'markdown'] }));
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { content: '', markdown: '', warnings: ['empty_document'] },
    ]);
  });

  it('names the setting that allows a private address to those who can set it: on the embedded store', async () => {
    const { status, body } = await api.scrape({ url: 'http://10.0.0.1/', jsRendering: false });
    expect([status, body]).toMatchObject([422, { error: 'target_forbidden', reason: 'address' }]);
    expect(String(body['message']).includes('EGRESS_ALLOW')).toBe(parts.name === 'embedded parts');
  });
});

describe('whatever it keeps its data in', () => {
  let api: ApiClient;

  beforeAll(async () => {
    api = new ApiClient(await sharedFleet());
  }, 180_000);

  it.each([
    ['text/markdown', /^> The target responded with status 404 Not Found\.\n\n/],
    ['text/plain', /^The target responded with status 404 Not Found\.\n\n/],
    ['text/html', /^<!doctype html>/],
  ])('%s does not hide a page that the target did not have', async (accept, opening) => {
    const answer = await fetch(`${api.access.baseUrl}/scrape/web`, {
      method: 'POST',
      headers: { 'x-api-key': api.access.apiKey, 'content-type': 'application/json', accept },
      body: JSON.stringify({ url: `${site.url}/status/404`, jsRendering: false }),
    });
    expect([answer.status, answer.headers.get('x-target-status')]).toEqual([200, '404']);
    expect(await answer.text()).toMatch(opening);
  });

  it('decodes a page that lies about its charset, with a warning', async () => {
    const answer = await api.scrape({ url: `${site.url}/liar`, jsRendering: false, outputFormat: ['text'] });
    expect(answer.body).toMatchObject({ text: expect.stringContaining('Café crème'), warnings: ['charset_mismatch'] });
    // Chromium shows it as it was declared.
    const shown = await api.scrape({ url: `${site.url}/liar`, jsRendering: true, outputFormat: ['text'] });
    expect(shown.body).toMatchObject({ rendered: true, warnings: ['charset_mismatch'] });
  });

  it('says that redirects lead nowhere', async () => {
    const { status, body } = await api.scrape({ url: `${site.url}/loop`, jsRendering: false });
    expect([status, body]).toMatchObject([502, { error: 'target_unreachable', reason: 'too_many_redirects' }]);
    expect(body['message']).toMatch(/keeps redirecting/);
  });

  it('shows a page without main content whole, with a warning', async () => {
    const { body } = await api.scrape({
      ...{ url: `${site.url}/status/200`, jsRendering: false },
      ...{ outputFormat: ['markdown'], onlyMainContent: true },
    });
    expect(body['warnings']).toEqual(['main_content_not_found']);
  });
});
