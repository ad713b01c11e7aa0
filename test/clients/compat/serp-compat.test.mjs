import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, openAccount, sharedFleet } from '@quarry/testkit';
import { installedPython, runPython } from './compat-installs.mjs';

const python = await installedPython('compat-python-2', ['serpapi==1.2.0']);

/** 6 engines, 4 pages, an empty one, one that nobody waited for. */
const DUE_CREDITS = 10 + 5 + 5 + 10 + 10 + 10 + 4 * 10 + 10 + 10;

(python ? describe : describe.skip)('serpapi, with another address and key alone', () => {
  let fleet;
  let api;
  let seen;
  let before;

  beforeAll(async () => {
    fleet = await sharedFleet();
    const account = await openAccount(fleet);
    const { apiKey: otherKey } = await openAccount(fleet);
    api = new ApiClient(account);
    before = (await api.usage()).availableCredits;
    seen = await runPython(python, 'serpapi_calls.py', { baseUrl: account.baseUrl, apiKey: account.apiKey, otherKey });
  }, 300_000);

  it.each([
    ['google', ['displayed_link', 'link', 'position', 'title']],
    ['google_images', ['link', 'original', 'position', 'title']],
    ['google_scholar', ['inline_links', 'link', 'position', 'publication_info', 'title']],
    ['google_shopping', ['extracted_price', 'position', 'price', 'source', 'title']],
    ['bing', ['displayed_link', 'link', 'position', 'title']],
    ['duckduckgo', ['displayed_link', 'link', 'position', 'title']],
  ])('searches with the engine %s', (engine, fields) => {
    const { id, rows, ...facts } = seen[engine];
    expect(facts).toMatchObject({ status: 'Success', engine, error: null, url: expect.stringMatching(/^http/) });
    expect(facts.fields).toEqual(expect.arrayContaining(fields));
    expect(rows).toBeGreaterThan(0);
    expect(id).toMatch(/^[\da-f-]{36}$/);
  });

  it('gives as many rows as are asked for', () => expect(seen['google'].rows).toBe(3));

  it.each(['google pages', 'duckduckgo pages'])('goes on page by page: %s', (name) => {
    const [first, second] = seen[name];
    expect([first.status, second.status]).toEqual(['Success', 'Success']);
    expect(second.url).not.toBe(first.url);
  });

  it('tells that there are no results as these clients read it', () => {
    expect(seen['nothing']).toMatchObject({ status: 'Success', rows: 0, error: expect.stringMatching(/no results/) });
  });

  it('finds earlier searches, also those that nobody waited for', () => {
    const { next: _, ...scholar } = seen['google_scholar'];
    expect(seen['archive']).toMatchObject(scholar);
    expect(seen['later']).toMatchObject({
      started: { status: 'Processing', engine: 'bing' },
      found: { status: 'Success', engine: 'bing', id: seen['later'].started.id },
    });
    expect(seen['failed later']).toMatchObject({ status: 'Error', error: expect.stringMatching(/./) });
  });

  it('reads the account, whose credits are those of the same native calls', async () => {
    const { availableCredits, heldCredits } = await api.usage();
    expect([before - availableCredits, heldCredits]).toEqual([DUE_CREDITS, 0]);
    expect(seen['account']).toEqual({ left: Math.floor(availableCredits / 10), credits: availableCredits });
  });

  it.each([
    ['blocked', 502, /blocked|refused|CAPTCHA/i],
    ['no query', 400, /\bq is required/],
    ['other engine', 400, /does not support this engine/],
    ['extract', 400, /does not support this engine/],
    ['html', 400, /output json alone/],
    ['count', 400, /does not support count/],
    ['locations', 404, /does not support this call/],
    ['upload', 404, /does not support this call/],
    ['archive of another', 404, /No such search/],
    ['archive as html', 404, /No such search/],
    ['stranger', 401, /./],
  ])('tells what cannot be had by an error of its own: %s', (name, status, message) => {
    expect(seen[name]).toEqual({ error: 'HTTPError', status, message: expect.stringMatching(message) });
  });

  it('is in the log of requests as every other call, and no log has the key', async () => {
    const { body } = await api.send('GET', '/requests?limit=50');
    const operations = body.data.requests.map(({ operation }) => operation);
    expect(new Set(operations)).toEqual(new Set(['enginea/serp', 'enginea/images', 'enginea/scholar', 'enginea/shopping', 'engineb/serp', 'enginec/serp'])); // oxfmt-ignore
    const one = await api.send('GET', `/requests/${seen['google'].id}`);
    for (const text of [JSON.stringify(one.body), fleet.output()]) expect(text).not.toContain(api.access.apiKey);
    expect(one.body.data).toMatchObject({ params: { q: 'slate roofs', num: 10 }, creditsCharged: 10 });
  });
});
