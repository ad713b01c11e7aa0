import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { BATCH_CHUNK_CHARS } from '../../bounds.js';
import { createBatchScene } from '../../../test/batch-scene.js';
import { expectError } from '../../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

let fixture: GatewayFixture;
let key: string;
/** What the store was given by each call that adds items. */
const chunks: { readonly count: number; readonly chars: number }[] = [];

const submit = (body: object) => supertest(fixture.url).post('/scrape/batch/web').set('x-api-key', key).send(body);
const violationsOf = (answer: supertest.Response): string[] =>
  (answer.body as { errors: { field: string; rule: string }[] }).errors.map(({ field, rule }) => `${field} ${rule}`);

beforeAll(async () => {
  fixture = await startGatewayFixture({
    wrapStore: (store) => ({
      ...store,
      batches: new Proxy(store.batches, {
        get: (batches, name): unknown => {
          if (name !== 'addItems') return Reflect.get(batches, name);
          return (...[jobId, items]: Parameters<typeof batches.addItems>) => {
            const sizes = items.map(
              ({ query, params }) => JSON.stringify(query).length + JSON.stringify(params).length,
            );
            chunks.push({ count: items.length, chars: sizes.reduce((sum, chars) => sum + chars, 0) });
            return batches.addItems(jobId, items);
          };
        },
      }),
      ping: () => store.ping(),
      close: async () => undefined,
    }),
  });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  key = (await fixture.addAccount()).key;
});

describe('the defaults of a batch', () => {
  it('are parameters of every item that does not set them, and no part of its query', async () => {
    const requests = [{ url: 'https://a.example/' }, { url: 'https://b.example/', outputFormat: ['text'] }];
    const defaults = { outputFormat: ['markdown'], jsRendering: false, timeout: 5_000 };
    const answer = await submit({ requests, defaults });
    expect(answer.status).toBe(200);
    const { jobId } = answer.body as { jobId: string };
    const items = await fixture.store.batches.openItems(jobId, { afterIndex: -1, limit: 10 });
    const rows = await Promise.all(items.map(({ id }) => fixture.store.items.get(id)));
    expect(rows.map((row) => row?.params)).toMatchObject([
      { url: 'https://a.example/', outputFormat: ['markdown'], jsRendering: false, timeout: 5_000 },
      { url: 'https://b.example/', outputFormat: ['text'], jsRendering: false },
    ]);
    await createBatchScene(fixture).run(jobId);
    const results = await supertest(fixture.url).get(`/scrape/batch/web/${jobId}/results`).set('x-api-key', key);
    const queries = (results.body as { results: { query: unknown }[] }).results.map(({ query }) => query);
    expect(queries).toEqual(expect.arrayContaining(requests));
  });

  it('are checked with each item', async () => {
    const answer = await submit({
      requests: [{ url: 'https://a.example/' }],
      defaults: { wait: 10, jsRendering: false },
    });
    expectError(answer, 422, 'validation_failed');
    expect(violationsOf(answer)).toEqual(['defaults.wait requiresRendering']);
    expect(violationsOf(await submit({ requests: [{ url: 'https://a.example/' }], defaults: [1] }))).toEqual([
      'defaults object',
    ]);
  });

  it('are named by themselves, once, where they are wrong by themselves', async () => {
    const requests = [
      { url: 'https://a.example/' },
      { url: 'https://b.example/', timeout: 2_000 },
      { url: 'nonsense', timeout: 3 },
    ];
    const defaults = { timeout: 1, retries: 2, screenshot: true };
    expect(violationsOf(await submit({ requests, defaults })).sort()).toEqual([
      'defaults.retries unknown',
      'defaults.timeout range',
      'requests.2.timeout range',
      'requests.2.url url',
    ]);
    // Here the item is what does not go with the defaults.
    const unrendered = [{ url: 'https://a.example/', jsRendering: false }];
    expect(violationsOf(await submit({ requests: unrendered, defaults: { screenshot: true } }))).toEqual([
      'requests.0.screenshot requiresRendering',
    ]);
    // A default that every item replaces does no harm.
    const replaced = [{ url: 'https://a.example/', timeout: 2_000 }];
    expect((await submit({ requests: replaced, defaults: { timeout: 1 } })).status).toBe(200);
  });

  it('may be as large in all items together as a batch may be', async () => {
    const requests = Array.from({ length: 1_000 }, () => ({ url: 'https://a.example/' }));
    const defaults = { waitFor: `#${'a'.repeat(40_000)}` };
    expectError(await submit({ requests, defaults }), 413, 'payload_too_large');
  });

  it('make no item larger than the store takes', async () => {
    const jsScenario = Array.from({ length: 50 }, () => ({ evaluate: 's'.repeat(10_000) }));
    const headers = Object.fromEntries(
      Array.from({ length: 50 }, (_value, index) => [`x-${index}`, 'h'.repeat(8_000)]),
    );
    const blockUrls = Array.from({ length: 100 }, (_value, index) => `${index}/`.padEnd(2_000, 'u'));
    const requests = [{ url: 'https://a.example/' }, { url: 'https://b.example/', jsScenario, headers }];
    expect((await submit({ requests })).status).toBe(200);
    const answer = await submit({ requests, defaults: { blockUrls } });
    expectError(answer, 422, 'validation_failed');
    expect(violationsOf(answer)).toEqual(['requests.1 maxLength']);
    expect(JSON.stringify(answer.body)).toContain('requests.1 with the defaults is larger than');
    expect((await submit({ requests: requests.slice(0, 1), defaults: { blockUrls } })).status).toBe(200);
  });

  it('count in the size of what the store is given at once', async () => {
    const requests = Array.from({ length: 60 }, (_value, index) => ({ url: `https://a.example/${index}` }));
    const defaults = { blockUrls: Array.from({ length: 100 }, (_value, index) => `${index}/`.padEnd(2_000, 'u')) };
    chunks.length = 0;
    expect((await submit({ requests, defaults })).status).toBe(200);
    expect(chunks.reduce((sum, { count }) => sum + count, 0)).toBe(60);
    expect(Math.max(...chunks.map(({ chars }) => chars))).toBeLessThanOrEqual(BATCH_CHUNK_CHARS);
  });

  it('may have no option of single calls, as items may not', async () => {
    const requests = [{ url: 'https://a.example/', maxAge: 5 }];
    const answer = await submit({ requests, defaults: { webhook: { url: 'https://hooks.example/' } } });
    expect(violationsOf(answer).sort()).toEqual(['defaults.webhook prohibited', 'requests.0.maxAge prohibited']);
  });
});
