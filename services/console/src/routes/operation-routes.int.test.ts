import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@quarry/contracts';
import { openConsoleScene, type ConsoleScene, type Person } from '../../test/console-scene.js';
import type { OperationView } from './describe-operation.js';

let scene: ConsoleScene;
let person: Person;
beforeAll(async () => {
  scene = await openConsoleScene({ origins: { lodging: 'http://127.0.0.1:4010' } });
  person = await scene.signUp();
});
afterAll(() => scene.close());

describe('the operations', () => {
  it('are all of the contract, each with what a form needs', async () => {
    const response = await person.call('GET', '/api/operations');
    const operations = response.body.operations as OperationView[];
    expect(operations.map(({ id }) => id)).toEqual(OPERATIONS.map(({ id }) => id));
    for (const { id, credits, parameters, groups, title, example, path } of operations) {
      expect(credits.text).toMatch(/^\d+(?: to \d+)? credits?$/);
      const names = Object.keys(parameters['properties'] as object);
      expect([id, groups.flatMap((group) => group.names).sort()]).toEqual([id, [...names].sort()]);
      expect([id, groups[1]?.names]).toEqual([id, ['timeout', 'maxAge', 'webhook']]);
      expect(Object.keys(example).every((name) => names.includes(name))).toBe(true);
      expect(title).toMatch(/^[A-Z]\w*: [a-z ]+$/);
      expect(path).toMatch(/^\/(?:scrape|map)\//);
    }
    expect(operations[0]).toMatchObject({
      ...{ id: 'scrape/web', method: 'POST', family: 'scrape', isBatchable: true, isReparsable: true },
      credits: { text: '1 to 15 credits', least: 1 },
    });
  });

  it('are sent compressed, and not again to whoever has them', async () => {
    const first = await person.call('GET', '/api/operations').set('accept-encoding', 'gzip');
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'private, no-cache' });
    const again = await person.call('GET', '/api/operations').set('if-none-match', String(first.headers['etag']));
    expect(again.status).toBe(304);
  });
});

describe('the form of a crawl', () => {
  const price = async (params: unknown): Promise<Record<string, unknown>> =>
    // safe because the route says so
    (await person.call('POST', '/api/price', { operation: 'crawl/web', params })).body as Record<string, unknown>;

  it('has the parameters of the contract, and those of its pages within scrape', async () => {
    const { crawl, scheduleTargets } = (await person.call('GET', '/api/operations')).body;
    const { properties, required } = crawl.parameters;
    expect(required).toEqual(['url']);
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['url', 'limit', 'maxDepth', 'include', 'exclude', 'maxCredits', 'scrape', 'webhook']),
    );
    const ofPages = Object.keys(properties.scrape.properties);
    expect(ofPages).toEqual(expect.arrayContaining(['jsRendering', 'outputFormat']));
    expect(ofPages.filter((name) => ['url', 'maxAge', 'webhook'].includes(name))).toEqual([]);
    expect(scheduleTargets).toEqual(expect.arrayContaining(['operation']));
  });

  it.each([
    [{ url: 'https://example.com/' }, { maxCredits: 10_000, pageCredits: 10 }],
    [
      { url: 'https://example.com/', limit: 30, scrape: { jsRendering: false } },
      { maxCredits: 30, pageCredits: 1 },
    ],
    [
      { url: 'https://example.com/', maxCredits: 70 },
      { maxCredits: 70, pageCredits: 10 },
    ],
  ])('costs for %j at most %j', async (params, most) => expect(await price(params)).toEqual(most));

  it('says every violation, those of pages within scrape', async () => {
    const { maxCredits, errors } = await price({ url: 'no', limit: 0, scrape: { wait: -1, nothing: 1 } });
    expect(maxCredits).toBeNull();
    expect((errors as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      ...['limit', 'scrape.nothing', 'scrape.wait', 'url'],
    ]);
  });

  it.each([[null], [[]], ['text'], [{ url: 'https://example.com/', scrape: 'text' }]])(
    'has no price for %j',
    async (params) => expect((await price(params)).maxCredits).toBeNull(),
  );
});

describe('the price of a call', () => {
  const price = (operation: unknown, params: unknown) => person.call('POST', '/api/price', { operation, params });

  it.each([
    [{ url: 'https://example.com/' }, 10],
    [{ url: 'https://example.com/', jsRendering: false }, 1],
    [{ url: 'https://example.com/', jsRendering: false, proxyType: 'residential' }, 5],
  ])('of %j is at most %i', async (params, maxCredits) => {
    expect((await price('scrape/web', params)).body).toEqual({ maxCredits });
  });

  it('comes with every violation', async () => {
    const { status, body } = await price('scrape/web', { url: 'no', wait: -1, nothing: 1 });
    expect([status, body.maxCredits]).toEqual([200, null]);
    const fields = (body.errors as { field: string }[]).map(({ field }) => field);
    expect(fields.sort()).toEqual(['nothing', 'url', 'wait']);
  });

  it.each([[null], [[]], ['text'], [{ __proto__: { url: 'https://example.com/' } }]])(
    'of the parameters %j is none',
    async (params) => expect((await price('scrape/web', params)).body.maxCredits).toBeNull(),
  );

  it('knows the addresses that the operator has put in the place of sites', async () => {
    const inPlace = await price('lodging/place', { url: 'http://127.0.0.1:4010/hotel/x.html' });
    const elsewhere = await price('lodging/place', { url: 'http://127.0.0.1:4011/hotel/x.html' });
    const hostErrors = (body: { errors?: readonly { rule: string }[] }) =>
      (body.errors ?? []).filter(({ rule }) => rule === 'urlHost').length;
    expect([hostErrors(inPlace.body), hostErrors(elsewhere.body)]).toEqual([0, 1]);
  });

  it.each(['scrape/nothing', '', 7, undefined, '__proto__'])('of the operation %j is none', async (operation) => {
    const { status, body } = await price(operation, {});
    expect([status, body.errors[0].field]).toEqual([422, 'operation']);
  });
});
