import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, openAccount, sharedFleet, type SharedFleet } from '@quarry/testkit';
import { corpusFiles, describeCorpus } from '../quality/corpus.js';

type Row = Readonly<Record<string, unknown>>;

let fleet: SharedFleet;
let api: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  fleet = await sharedFleet();
  api = new ApiClient(fleet);
  stranger = new ApiClient(await openAccount(fleet));
}, 180_000);

const ask = (operation: string, params: Record<string, string>, by = api) =>
  by.send('GET', `/scrape/${operation}?${new URLSearchParams(params).toString()}`);

/** The response of a call and the credits it took from the account. */
const billed = async (operation: string, params: Record<string, string>, by = api) => {
  const before = await by.usage();
  const answer = await ask(operation, params, by);
  const after = await by.usage();
  return {
    ...answer,
    charged: answer.headers.get('x-credits-charged'),
    taken: before.availableCredits - after.availableCredits,
    held: after.heldCredits,
  };
};

const statusOf = async (link: string, { access }: ApiClient): Promise<number> => {
  const response = await fetch(link, { headers: { 'x-api-key': access.apiKey } });
  await response.arrayBuffer();
  return response.status;
};

/** Each answer has its own files. */
const withoutOwnFiles = (rows: unknown): unknown =>
  JSON.parse(JSON.stringify(rows).replace(/"http[^"]+\.bundle-\d+\.png"/g, '"picture"'));

/** Requests for an address that contains these words. */
const timesAsked = async (origin: 'engineb' | 'enginec', words: string): Promise<number> =>
  (await fleet.asked(origin)).filter((address) => address.includes(words)).length;

describe.each([
  { operation: 'enginea/scholar', price: 5, list: 'organicResults', params: { asYlo: '2020', start: '10' } },
  { operation: 'enginea/images', price: 5, list: 'imagesResults', params: { gl: 'us', ijn: '1' } },
  { operation: 'enginea/shopping', price: 10, list: 'shoppingResults', params: { gl: 'us', hl: 'en' } },
  { operation: 'engineb/serp', price: 10, list: 'organicResults', params: { mkt: 'en-gb', first: '11' } },
  { operation: 'enginec/serp', price: 10, list: 'organicResults', params: { kl: 'uk-en', safeSearch: 'strict' } },
])('$operation', ({ operation, price, list, params }) => {
  it('is answered by the contract, costs its credits, and its files are the account’s alone', async () => {
    const { status, body, charged, taken, held } = await billed(operation, { q: 'slate quarries', ...params });
    expect({ status, charged, taken, held }).toEqual({ status: 200, charged: String(price), taken: price, held: 0 });
    expect((body[list] as Row[]).length).toBeGreaterThan(0);
    const { id = '', html = '', json = '', url = '' } = body.requestMetadata as Record<string, string>;
    expect(url).toContain('slate+quarries');
    for (const link of [html, json]) {
      expect([await statusOf(link, api), await statusOf(link, stranger)]).toEqual([200, 404]);
    }
    const again = await api.send('POST', `/requests/${id}/reparse`);
    expect([again.status, again.headers.get('x-credits-charged')]).toEqual([200, '0']);
    expect(withoutOwnFiles(again.body[list])).toEqual(withoutOwnFiles(body[list]));
  });

  it('finds nothing, and that is a success', async () => {
    const { status, body, taken } = await billed(operation, { q: '!none at all' });
    expect([status, taken, body[list]]).toEqual([200, price, []]);
  });

  it.each([
    ['a question that pretends to be a page', '!captcha200 now', 502, 'target_blocked'],
    ['a page that no parser knows', '!strange layout', 502, 'target_unrecognized'],
  ])('is free when the engine answers with %s', async (_name, q, status, error) => {
    const answer = await billed(operation, { q });
    expect({ status: answer.status, error: answer.body['error'] }).toEqual({ status, error });
    expect([answer.charged, answer.taken, answer.held]).toEqual(['0', 0, 0]);
  });
});

describe('engineb/serp', () => {
  it('asks once more before it believes that there is nothing', async () => {
    const stone = randomUUID();
    const { status, body, taken } = await billed('engineb/serp', { q: `!none-once ${stone}` });
    expect([status, taken, (body['organicResults'] as Row[]).length]).toEqual([200, 10, 10]);
    expect(await timesAsked('engineb', stone)).toBe(2);
  });

  it('resolves its addresses', async () => {
    const { body } = await ask('engineb/serp', { q: 'slate roofs' });
    expect((body['organicResults'] as Row[])[0]).toMatchObject({
      position: 1,
      title: 'Report 1 on slate roofs',
      link: 'https://site-1.example/slate-roofs',
    });
  });
});

describe('enginec/serp', () => {
  const titles = (body: Row): unknown[] => (body['organicResults'] as Row[]).map(({ title }) => title);
  const ranks = (from: number, to: number, query: string): string[] =>
    Array.from({ length: to - from + 1 }, (_unused, index) => `Report ${from + index} on ${query}`);

  it.each(['roof slate', '!lite roof slate'])('is gone on with by token to its last page: %s', async (q) => {
    const first = await billed('enginec/serp', { q, deviceType: 'mobile', setLang: 'de' });
    const token = String(first.body['nextPageToken']);
    expect(first.body['pagination']).toEqual({ nextPageToken: token });
    const second = await billed('enginec/serp', { nextPageToken: token, q: 'something else', deviceType: 'desktop' });
    const third = await billed('enginec/serp', { nextPageToken: String(second.body['nextPageToken']) });
    expect([first, second, third].map(({ status, taken }) => [status, taken])).toEqual([
      [200, 10],
      [200, 10],
      [200, 10],
    ]);
    expect(titles(first.body)).toEqual(ranks(1, 10, q));
    expect(titles(second.body)).toEqual(ranks(11, 25, q));
    expect(titles(third.body)).toEqual(ranks(26, 35, q));
    expect((second.body['organicResults'] as Row[])[0]).toMatchObject({ position: 1 });
    expect(third.body).not.toHaveProperty('nextPageToken');
    expect(third.body).not.toHaveProperty('pagination');
  });

  it('refuses tokens that are altered, foreign or none, before anything is held or asked', async () => {
    const query = randomUUID();
    const { body } = await ask('enginec/serp', { q: query });
    const token = String(body['nextPageToken']);
    const altered = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`;
    for (const [nextPageToken, by] of [
      [altered, api],
      [token, stranger],
      ['none', api],
    ] as const) {
      const answer = await billed('enginec/serp', { nextPageToken }, by);
      expect([answer.status, answer.body['error'], answer.taken]).toEqual([400, 'token_expired', 0]);
    }
    expect(await timesAsked('enginec', query)).toBe(1);
  });
});

describe('pictures that a page carries in itself', () => {
  it.each([
    ['enginea/images', 'imagesResults', 2],
    ['enginea/shopping', 'shoppingResults', 0],
  ])('are files of the account: %s', async (operation, list, at) => {
    const { body } = await ask(operation, { q: 'slate samples' });
    const thumbnail = String((body[list] as Row[])[at]?.['thumbnail']);
    expect(thumbnail).toMatch(/\.bundle-\d+\.png$/);
    expect([await statusOf(thumbnail, api), await statusOf(thumbnail, stranger)]).toEqual([200, 404]);
    expect(JSON.stringify(body)).not.toContain('data:image');
  });
});

describe('enginea/ai-mode', () => {
  const said = (body: Row): string => JSON.stringify(body['textBlocks']);

  it('is answered whole, though the page writes its answer slowly', async () => {
    const { status, body, charged, taken, held } = await billed('enginea/ai-mode', { q: 'how long does slate last' });
    expect({ status, charged, taken, held }).toEqual({ status: 200, charged: '10', taken: 10, held: 0 });
    expect(body['textBlocks']).toMatchObject([
      { type: 'paragraph', snippet: 'Answer 1 about how long does slate last.' },
      { type: 'heading' },
      { type: 'list', list: [{ snippet: 'One point on how long does slate last' }, { snippet: 'Another' }] },
      { type: 'paragraph', snippet: 'That is all of answer 1.' },
    ]);
    expect(body).not.toHaveProperty('subsequentRequestToken');
    const { html = '', json = '', preview = '' } = body.requestMetadata as Record<string, string>;
    expect(preview).toMatch(/\.webp$/);
    for (const link of [html, json, preview]) {
      expect([await statusOf(link, api), await statusOf(link, stranger)]).toEqual([200, 404]);
    }
  });

  it('goes on by token with the next question, for the same account alone', async () => {
    const first = await ask('enginea/ai-mode', { q: 'slate or clay', continuable: 'true' });
    const subsequentRequestToken = String(first.body['subsequentRequestToken']);
    const second = await ask('enginea/ai-mode', { q: 'and in the rain', subsequentRequestToken, continuable: 'true' });
    expect(said(second.body)).toContain('Answer 2 about and in the rain.');
    expect(second.body).toHaveProperty('subsequentRequestToken');
    const foreign = await billed('enginea/ai-mode', { q: 'and', subsequentRequestToken }, stranger);
    expect([foreign.status, foreign.body['error'], foreign.taken]).toEqual([400, 'token_expired', 0]);
  });

  it.each([
    ['there is no answer', '!none of this', 404, 'target_not_found'],
    ['a person is asked for', '!captcha200 now', 502, 'target_blocked'],
    ['the page is another', '!strange layout', 502, 'target_unrecognized'],
  ])('is free where %s', async (_name, q, status, error) => {
    const answer = await billed('enginea/ai-mode', { q });
    expect({ status: answer.status, error: answer.body['error'], taken: answer.taken, held: answer.held }).toEqual({
      status,
      error,
      taken: 0,
      held: 0,
    });
  });
});

describeCorpus('captured pages', () => {
  const newest = (folder: string): string =>
    corpusFiles(folder, (name) => /^[\w./-]+\.html$/.test(name)).findLast((name) => /20(?:1[89]|2\d)/.test(name)) ?? '';

  it.each([
    ['enginea/serp', 'organicResults', 'google/serp'],
    ['enginea/scholar', 'organicResults', 'google/scholar'],
    ['enginea/images', 'imagesResults', 'google/images'],
    ['enginea/shopping', 'shoppingResults', 'google/shopping'],
    ['engineb/serp', 'organicResults', 'bing/serp'],
    ['enginec/serp', 'organicResults', 'duckduckgo/html'],
  ])('are answered through the whole fleet: %s', async (operation, list, folder) => {
    const { status, body } = await ask(operation, { q: `corpus ${newest(folder)}` });
    expect({ status, error: body['error'] }).toEqual({ status: 200, error: undefined });
    expect((body[list] as Row[]).length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('"data:');
  });
});
