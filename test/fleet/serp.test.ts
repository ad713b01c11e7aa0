import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, openAccount, proofSize, sharedFleet, type SharedFleet } from '@quarry/testkit';

let fleet: SharedFleet;
let api: ApiClient;

const search = (params: Record<string, string>) =>
  api.send('GET', `/scrape/enginea/serp?${new URLSearchParams(params).toString()}`);

const timesAsked = async (words: string): Promise<number> =>
  (await fleet.asked('enginea')).filter((address) => address.includes(words)).length;

const bytesOf = async (link: string, apiKey: string) => {
  const response = await fetch(link, { headers: { 'x-api-key': apiKey } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

beforeAll(async () => {
  fleet = await sharedFleet();
  api = new ApiClient(fleet);
}, 180_000);

describe('a search through the whole fleet', () => {
  it('is answered by the contract, costs its credits, and its files are the account’s alone', async () => {
    const before = await api.usage();
    const { status, headers, body } = await search({ q: 'granite prices', gl: 'us', start: '10' });
    expect(status).toBe(200);
    expect(headers.get('x-credits-charged')).toBe('10');
    expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits - 10, heldCredits: 0 });
    expect(body).toMatchObject({
      requestMetadata: { status: 'ok', url: `${fleet.origins.enginea}/search?q=granite+prices&gl=us&start=10` },
      searchInformation: { totalResults: '1250', timeTaken: 0.31 },
      relatedSearches: [{ query: 'granite prices near me' }],
      relatedQuestions: [{ question: 'What is granite prices?', link: 'https://answers.example/what' }],
      adResults: [{ title: 'Buy granite prices', blockPosition: 'top' }],
    });
    const results = body['organicResults'] as Record<string, unknown>[];
    expect(results).toHaveLength(10);
    expect(results[0]).toMatchObject({
      position: 1,
      title: 'Report 11 on granite prices',
      link: 'https://site-11.example/granite-prices',
      displayedLink: 'https://site-11.example › reports',
      source: 'Site 0',
      date: 'Mar 1, 2026',
      snippet: expect.stringMatching(/^What was found about granite prices in report 11/),
      snippetHighlitedWords: ['report'],
      images: [expect.stringMatching(/\.bundle-0\.png$/)],
    });

    const stranger = await openAccount(fleet);
    const { html = '', json = '' } = body.requestMetadata ?? {};
    const [picture = ''] = results[0]?.['images'] as string[];
    for (const link of [html, json, picture]) {
      expect(link.startsWith(`${fleet.filesUrl}/`)).toBe(true);
      expect((await bytesOf(link, fleet.apiKey)).status).toBe(200);
      expect((await bytesOf(link, stranger.apiKey)).status).toBe(404);
    }
    expect((await bytesOf(html, fleet.apiKey)).text).toContain('Report 11 on granite prices');
    expect(JSON.parse((await bytesOf(json, fleet.apiKey)).text)).toEqual(body);
    expect((await bytesOf(picture, fleet.apiKey)).type).toBe('image/png');
  });

  it('is parsed again from what was stored, free of charge', async () => {
    const { body } = await search({ q: 'basalt columns' });
    const again = await api.send('POST', `/requests/${body.requestMetadata?.id ?? ''}/reparse`);
    expect([again.status, again.headers.get('x-credits-charged')]).toEqual([200, '0']);
    expect(await timesAsked('basalt+columns')).toBe(1);
    expect((again.body['organicResults'] as unknown[]).slice(1)).toEqual(
      (body['organicResults'] as unknown[]).slice(1),
    );
    expect(again.body['requestMetadata']).toMatchObject({ html: body.requestMetadata?.html });
  });

  it('finds nothing, and that is a success', async () => {
    const { status, headers, body } = await search({ q: '!none at all' });
    expect([status, headers.get('x-credits-charged'), body['organicResults']]).toEqual([200, '10', []]);
  });

  it.each([
    ['a CAPTCHA', '!captcha now', 'target_blocked'],
    ['a CAPTCHA that pretends to be a page', '!captcha200 now', 'target_blocked'],
    ['a page that no parser knows', '!strange layout', 'target_unrecognized'],
  ])('is free when the engine answers with %s', async (_name, q, error) => {
    const before = await api.usage();
    const { status, headers, body } = await search({ q });
    expect({ status, error: body['error'] }).toEqual({ status: 502, error });
    expect(headers.get('x-credits-charged')).toBe('0');
    expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits, heldCredits: 0 });
  });

  it('is asked by the browser where the engine wants scripts', async () => {
    const { status, body } = await search({ q: '!shell game' });
    expect(status).toBe(200);
    expect(body['organicResults']).toHaveLength(10);
  });
});

describe('a batch of searches', () => {
  const ROUTE = '/scrape/batch/enginea/serp';
  const COUNT = proofSize(24, 500);
  const REFUSED = 3;

  interface Row {
    readonly query: { readonly q: string };
    readonly result: {
      readonly id: string;
      readonly status: string;
      readonly error?: string;
      readonly json?: string;
      readonly html?: string;
      readonly url?: string;
    };
  }

  const untilDone = async (jobId: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const { body } = await api.send('GET', `${ROUTE}/${jobId}`);
      const data = body['data'] as Record<string, unknown>;
      if (data['status'] === 'done') return data;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };

  it(`of ${COUNT} ends with every answer as a single call has it, and charges the good ones alone`, async () => {
    const before = await api.usage();
    const requests = Array.from({ length: COUNT }, (_unused, index) => ({
      q: index < REFUSED ? `!captcha200 item ${index}` : `stone number ${index}`,
    }));
    const accepted = await api.send('POST', ROUTE, { requests });
    expect(accepted).toMatchObject({ status: 200, body: { status: 'ok' } });
    const jobId = String(accepted.body['jobId']);
    expect(await untilDone(jobId)).toMatchObject({
      requestsCount: COUNT,
      succeededCount: COUNT - REFUSED,
      failedCount: REFUSED,
      creditsCharged: 10 * (COUNT - REFUSED),
      creditsHeld: 0,
    });
    const { body } = await api.send('GET', `${ROUTE}/${jobId}/results?page=1&limit=1000`);
    const rows = body['results'] as Row[];
    expect(rows.map(({ query }) => query.q).sort()).toEqual(requests.map(({ q }) => q).sort());
    expect(rows.filter(({ result }) => result.status !== 'ok').map(({ result }) => result.error)).toEqual(
      Array.from({ length: REFUSED }, () => 'target_blocked'),
    );
    const good = rows.find(({ query }) => query.q === `stone number ${COUNT - 1}`);
    expect(good?.result).toMatchObject({
      status: 'ok',
      url: `${fleet.origins.enginea}/search?q=stone+number+${COUNT - 1}`,
    });
    const answer = await bytesOf(good?.result.json ?? '', fleet.apiKey);
    expect(JSON.parse(answer.text)).toMatchObject({
      requestMetadata: { id: good?.result.id, html: good?.result.html },
      organicResults: expect.arrayContaining([
        expect.objectContaining({ title: `Report 1 on stone number ${COUNT - 1}` }),
      ]),
    });
    const stranger = await openAccount(fleet);
    expect((await bytesOf(good?.result.json ?? '', stranger.apiKey)).status).toBe(404);
    expect(await api.usage()).toMatchObject({
      availableCredits: before.availableCredits - 10 * (COUNT - REFUSED),
      heldCredits: 0,
    });
  }, 120_000);
});
