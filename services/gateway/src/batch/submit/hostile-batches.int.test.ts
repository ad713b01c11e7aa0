import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATIONS, validateParams, type Operation } from '@quarry/contracts';
import supertest from 'supertest';
import { EXACT_PRICE_MAX_BYTES, REFUSED_ITEM_BYTES } from '../../bounds.js';
import { expectError } from '../../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';
import { measureLongestStep } from '../../../test/longest-step.js';

const PATH = '/scrape/batch/web';
/** Twice what is aimed at: collections of garbage count too. */
const STEP_MAX_MS = 100;
/** The shortest of so many counts: a core that is shared does the same step in up to twice the processor time. */
const ROUNDS = 3;
/** Refused items of the third group of tests that an account may send. */
const REFUSED_ITEMS = 2_000;

const looked: unknown[] = [];
const extraHosts = {};
let fixture: GatewayFixture;
let key: string;
beforeAll(async () => {
  fixture = await startGatewayFixture({
    catalogue: {
      operations: OPERATIONS,
      validate: (operation: Operation, input: unknown, nowMs: number) => {
        looked.push(input);
        return validateParams(operation, input, { nowMs, extraHosts });
      },
    },
  });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  key = (await fixture.addAccount()).key;
  looked.length = 0;
});

const send = (path: string, body: Buffer, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const all = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length, ...headers };
    const call = request(`${fixture.url}${path}`, { method: 'POST', headers: all }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
const submit = (body: object, apiKey = key, url = fixture.url) =>
  supertest(url).post(PATH).set('x-api-key', apiKey).send(body);

const URL_PART = '"url":"https://example.com/"';
const fill = (part: string, bytes: number): string =>
  Array(Math.floor(bytes / (part.length + 1)))
    .fill(part)
    .join();
const itemsOf = (...items: readonly string[]): string => `{"requests":[${items.join()}]}`;
const selectors = (selectorOf: (index: number) => string): string =>
  JSON.stringify(Array.from({ length: 100 }, (_, index) => selectorOf(index)));
const LISTS = `[${fill('[]', 980_000)}]`;
const NAMES = `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":0`).join()}}`;

describe('no step of the work on a body holds other calls up, be it a', () => {
  it.each<[string, string, Buffer | string]>([
    ['batch of one text full of escapes', PATH, itemsOf(`"${String.raw`\"`.repeat(6_000_000)}"`)],
    ['batch with a name full of escapes', PATH, `{"${String.raw`\"`.repeat(6_000_000)}":1,"requests":[]}`],
    [
      'batch of bytes that are no UTF-8',
      PATH,
      Buffer.concat([Buffer.from('{"requests":["'), Buffer.alloc(16_000_000, 0xff), Buffer.from('"]}')]),
    ],
    ['batch of items of many names', PATH, itemsOf(...Array<string>(2).fill(NAMES))],
    [
      'batch of selectors with runs of spaces',
      PATH,
      itemsOf(
        `{${URL_PART},"includeOnlyTags":${selectors((index) => `a:nth-child(${index}n${' '.repeat(990)}x)`)},` +
          `"excludeTags":${selectors((index) => `a${' '.repeat(990)}x${index}`)}}`,
      ),
    ],
    [
      'batch of many selectors',
      PATH,
      itemsOf(`{${URL_PART},"excludeTags":${selectors((n) => `${'[a]'.repeat(330)}.x${n}`)}}`),
    ],
    ['batch with a frame of many names', PATH, `{"requests":[{}],${NAMES.slice(1)}`],
    ['call with many lists', '/scrape/web', `{${URL_PART},"a":${LISTS}}`],
    ['call with many names', '/scrape/web', NAMES],
  ])('%s', async (_what, path, body) => {
    const bytes = Buffer.from(body);
    let longestMs = Infinity;
    for (let round = 0; round < ROUNDS && longestMs >= STEP_MAX_MS; round += 1) {
      const ended = measureLongestStep();
      // With a key a digest is taken as well.
      const status = await send(path, bytes, { 'idempotency-key': `once-${round}` });
      longestMs = Math.min(longestMs, ended());
      expect([400, 413, 422]).toContain(status);
    }
    expect(longestMs).toBeLessThan(STEP_MAX_MS);
  });
});

describe('a large batch that cannot be paid', () => {
  const padding = 'x'.repeat(EXACT_PRICE_MAX_BYTES / 10_000);
  const requests = Array.from({ length: 10_000 }, (_, index) => ({ url: `https://example.com/${index}?${padding}` }));

  it('is refused by its count alone where that says enough', async () => {
    const answer = await submit({ requests });
    expectError(answer, 402, 'credits_exhausted');
    expect(answer.body.message).toBe(
      'This batch needs at least 10000 credits and 1000 are available. Submit fewer of them in one call.',
    );
    expect(looked).toHaveLength(0);
  });

  it('is refused as soon as the items looked at say enough, by key and without', async () => {
    const { key: own } = await fixture.addAccount({ credits: 10_500 });
    const answer = await submit({ requests }, own);
    expectError(answer, 402, 'credits_exhausted');
    // Each holds 10, and might have been had for 1.
    expect(answer.body.message).toBe(
      'This batch needs at least 10504 credits and 10500 are available. ' +
        'With the cheapest options its requests may need as few as 10000. Submit fewer of them in one call.',
    );
    expect(looked).toHaveLength(56);
    expectError(await submit({ requests }, own).set('idempotency-key', 'poor'), 402, 'credits_exhausted');
    expect(looked).toHaveLength(112);
    expect((await submit({ requests: requests.slice(0, 1_000) }, own)).status).toBe(200);
  });
});

describe('an account of which too much was refused', () => {
  it('is read no further until that has drained, on any route, while others go on', async () => {
    const bounded = await startGatewayFixture({ refusedBytesPerMinute: REFUSED_ITEMS * REFUSED_ITEM_BYTES });
    try {
      const { key: own } = await bounded.addAccount();
      const { key: other } = await bounded.addAccount();
      const empty = { requests: Array.from({ length: REFUSED_ITEMS / 2 }, () => ({})) };
      const fine = { requests: [{ url: 'https://example.com/' }] };
      expect((await submit(empty, own, bounded.url)).status).toBe(422);
      expect((await submit(fine, own, bounded.url)).status).toBe(200);
      expect((await submit(empty, own, bounded.url)).status).toBe(422);
      // A little has drained, so that there is room for one more.
      expect((await submit(empty, own, bounded.url)).status).toBe(422);
      const scrape = () => supertest(bounded.url).post('/scrape/web').set('x-api-key', own).send({});
      for (const answer of [
        await submit(empty, own, bounded.url),
        await submit(fine, own, bounded.url),
        await scrape(),
      ]) {
        expectError(answer, 429, 'free_budget_exhausted');
        expect(answer.body).toMatchObject({ reason: 'refused_bytes', message: expect.stringContaining('refused') });
        expect(answer.headers['retry-after']).toMatch(/^(?:30|2\d)$/);
      }
      expect((await submit(fine, other, bounded.url)).status).toBe(200);
      expect((await supertest(bounded.url).get('/user/me/usage').set('x-api-key', own)).status).toBe(200);
      bounded.advance(30_000);
      expect((await submit(fine, own, bounded.url)).status).toBe(200);
    } finally {
      await bounded.close();
    }
  });

  it('is not told of by many calls at once: they take turns', async () => {
    const bounded = await startGatewayFixture({ refusedBytesPerMinute: REFUSED_ITEMS * REFUSED_ITEM_BYTES });
    try {
      const { key: own } = await bounded.addAccount();
      const empty = { requests: Array.from({ length: REFUSED_ITEMS / 2 }, () => ({})) };
      const answers = await Promise.all(Array.from({ length: 12 }, () => submit(empty, own, bounded.url)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(4);
      expect(new Set(statuses)).toEqual(new Set([422, 429]));
    } finally {
      await bounded.close();
    }
  });
});
