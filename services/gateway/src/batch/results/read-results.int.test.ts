import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ERRORS, VERDICTS } from '@quarry/contracts';
import type { BatchItem } from '@quarry/store';
import fc from 'fast-check';
import supertest from 'supertest';
import { createBatchScene, failWith } from '../../../test/batch-scene.js';
import { expectError } from '../../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

const PATH = '/scrape/batch/web';
const BASE_URL = 'http://127.0.0.1:3000';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;

interface Row {
  readonly query: { readonly url: string };
  readonly result: Readonly<Record<string, unknown>> & { readonly id: string };
}
interface Page {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly nextPage?: string;
  readonly results: readonly Row[];
}

let fixture: GatewayFixture;
let scene: ReturnType<typeof createBatchScene>;
let key: string;
/** What happens between the look at a job and at its rows. */
let beforeRows: (() => Promise<unknown>) | undefined;

const api = () => supertest(fixture.url);
const get = (path: string, apiKey = key) => api().get(path).set('x-api-key', apiKey);
const submit = async (count: number): Promise<string> => {
  const requests = Array.from({ length: count }, (_item, index) => ({ url: `https://example.com/${index}` }));
  const answer = await api().post(PATH).set('x-api-key', key).send({ requests });
  return (answer.body as { jobId: string }).jobId;
};
const pageOf = async (url: string): Promise<Page> => (await get(url.replace(BASE_URL, ''))).body as Page;
const isEven = ({ index }: BatchItem): boolean => index % 2 === 0;
const ok = (answer = { content: 'x' }) => ({ state: 'ok', verdict: 'ok', chargedCredits: 1, answer }) as const;

beforeAll(async () => {
  fixture = await startGatewayFixture({
    credits: 10_000_000,
    wrapStore: (store) => ({
      ...store,
      batches: new Proxy(store.batches, {
        get: (batches, name): unknown => {
          if (name !== 'results') return Reflect.get(batches, name);
          return async (...page: Parameters<typeof batches.results>) => {
            await beforeRows?.();
            return batches.results(...page);
          };
        },
      }),
      ping: () => store.ping(),
      close: async () => undefined,
    }),
  });
  scene = createBatchScene(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  beforeRows = undefined;
  key = (await fixture.addAccount()).key;
});

describe('a job that is being deleted after its retention', () => {
  it('shows no item on the page of another', async () => {
    const jobId = await submit(6);
    await scene.run(jobId);
    const page = async (number: number) => {
      const { results } = await pageOf(`${PATH}/${jobId}/results?page=${number}&limit=3`);
      return results.map(({ result }) => result.id);
    };
    const whole = [await page(1), await page(2)];
    const isWhole = async () => (await fixture.store.batches.results(jobId, { afterSeq: 0, limit: 6 })).length === 6;
    while (await isWhole()) await fixture.store.batches.purge({ retentionMs: -1_000, limit: 1 });
    const left = [await page(1), await page(2)];
    expect(left.flat()).toHaveLength(5);
    for (const [index, ids] of left.entries()) expect(whole[index]).toEqual(expect.arrayContaining(ids));
  });
});

describe('the status of a job', () => {
  it('goes from pending to done, with counters and credits of its visible items', async () => {
    const jobId = await submit(4);
    const url = `${PATH}/${jobId}`;
    const created = { requestsCount: 4, createdAt: INSTANT, resultsUrl: `${BASE_URL}${url}/results` };
    const none = {
      responsesCount: 0,
      succeededCount: 0,
      failedCount: 0,
      targetErrorCount: 0,
      creditsHeld: 40,
      creditsCharged: 0,
    };
    expect((await get(url)).body).toEqual({ jobId, status: 'ok', data: { status: 'pending', ...created, ...none } });

    await scene.endSome(jobId, 3, (item) => (isEven(item) ? ok() : failWith()));
    const started = { ...created, status: 'in_progress', startedAt: INSTANT };
    expect((await get(url)).body.data).toEqual({ ...started, ...none });
    await scene.publish(jobId, 2);
    const counts = {
      responsesCount: 2,
      succeededCount: 1,
      failedCount: 1,
      targetErrorCount: 0,
      creditsHeld: 20,
      creditsCharged: 1,
    };
    expect((await get(url)).body.data).toEqual({ ...started, ...counts });

    await scene.run(jobId);
    const end = {
      responsesCount: 4,
      succeededCount: 3,
      failedCount: 1,
      targetErrorCount: 0,
      creditsHeld: 0,
      creditsCharged: 3,
    };
    expect((await get(url)).body.data).toEqual({ ...started, ...end, status: 'done', finishedAt: INSTANT });
    const head = await api().head(url).set('x-api-key', key);
    expect([head.status, head.text]).toEqual([200, undefined]);
  });

  it('says that it is to stop, and that it has; the unstarted rest is free', async () => {
    const jobId = await submit(5);
    await scene.endSome(jobId, 2);
    await scene.publish(jobId);
    const asked = await api().delete(`${PATH}/${jobId}`).set('x-api-key', key);
    expect(asked.body).toMatchObject({
      jobId,
      status: 'ok',
      data: { status: 'in_progress', stopRequestedAt: INSTANT },
    });
    const again = await api().delete(`${PATH}/${jobId}`).set('x-api-key', key);
    expect(again.body).toEqual(asked.body);
    await scene.cancelOpen(jobId);
    expect((await get(`${PATH}/${jobId}`)).body.data).toMatchObject({
      ...{ status: 'stopped', responsesCount: 5, succeededCount: 2, failedCount: 3 },
      ...{ creditsHeld: 0, creditsCharged: 2 },
    });
    const { results } = await pageOf(`${PATH}/${jobId}/results`);
    expect(results.at(-1)?.result).toMatchObject({
      ...{ status: 'error', error: 'cancelled', message: ERRORS.cancelled.text, retryable: false },
    });
  });

  it('stops a job that has ended already without changing it', async () => {
    const jobId = await submit(1);
    await scene.run(jobId);
    const { body } = await get(`${PATH}/${jobId}`);
    const stopped = await api().delete(`${PATH}/${jobId}`).set('x-api-key', key);
    expect([stopped.status, stopped.body.data.status]).toEqual([200, body.data.status]);
  });
});

describe('jobs that are not there', () => {
  const paths = (jobId: string) =>
    (
      [
        ['get', ''],
        ['delete', ''],
        ['get', '/results'],
        ['get', '/results.ndjson'],
        ['get', '/results.csv'],
        ['post', '/retry-failed'],
      ] as const
    ).map(([method, suffix]) => [method, `${jobId}${suffix}`] as const);

  it('are a 404 on every path: unknown, no id, another account’s, of another operation, not accepted', async () => {
    const jobId = await submit(1);
    await scene.run(jobId, () => failWith());
    const other = (await fixture.addAccount()).key;
    for (const [method, rest] of paths(jobId)) {
      expectError(await api()[method](`${PATH}/${rest}`).set('x-api-key', other), 404, 'job_not_found');
      expectError(await api()[method](`${PATH}/${rest}`), 401, 'unauthorized');
    }
    for (const id of [randomUUID(), '1234', '..%2f..', 'a'.repeat(300)]) {
      for (const [method, rest] of paths(id)) {
        expectError(await api()[method](`${PATH}/${rest}`).set('x-api-key', key), 404, 'job_not_found');
      }
    }
    const { account, key: own } = await fixture.addAccount();
    const batch = { accountId: account.id, contractVersion: 1, requestsCount: 1, holdCredits: 0 };
    const deadlineAtMs = Date.now() + 1_000_000;
    const foreign = { ...batch, id: randomUUID(), operation: 'enginea/serp', deadlineAtMs };
    const accepting = { ...batch, id: randomUUID(), operation: 'scrape/web', deadlineAtMs };
    for (const made of [foreign, accepting]) {
      await fixture.store.batches.admit(made);
      for (const [method, rest] of paths(made.id)) {
        expectError(await api()[method](`${PATH}/${rest}`).set('x-api-key', own), 404, 'job_not_found');
      }
    }
  });
});

describe('a page of results', () => {
  it('tells of every item what was sent and what became of it', async () => {
    const jobId = await submit(3);
    const metadata = { html: 'https://files.test/p.html', url: 'https://example.com/', preview: 'no' };
    await scene.endSome(jobId, 1, () => ({ ...ok(), metadata }));
    await scene.endSome(jobId, 1, () => failWith({ verdict: 'login_wall', reason: 'sign_in' }));
    await scene.endSome(jobId, 1, () =>
      failWith({ verdict: 'unrecognized', error: 'target_unrecognized', pageName: 'page-1.html' }),
    );
    await scene.publish(jobId);
    const page = await pageOf(`${PATH}/${jobId}/results`);
    const ids = page.results.map(({ result }) => result.id);
    const { account } = await fixture.store.keys.authenticate(key).then((found) => found ?? { account: { id: '' } });
    const filesUrl = `${BASE_URL}/files/${account.id}`;
    expect(page).toEqual({
      ...{ page: 0, limit: 100, total: 3 },
      results: [
        {
          query: { url: 'https://example.com/0' },
          result: {
            ...{ id: ids[0], index: 0, status: 'ok', json: `${filesUrl}/${ids[0]}/result-1.json` },
            ...{ html: metadata.html, url: metadata.url },
          },
        },
        {
          query: { url: 'https://example.com/1' },
          result: {
            ...{ id: ids[1], index: 1, status: 'error', error: 'target_blocked' },
            ...{ message: VERDICTS.login_wall.detail?.message, retryable: false, reason: 'sign_in' },
          },
        },
        {
          query: { url: 'https://example.com/2' },
          result: {
            ...{
              id: ids[2],
              index: 2,
              status: 'error',
              error: 'target_unrecognized',
              message: ERRORS.target_unrecognized.text,
            },
            ...{ retryable: true, html: `${filesUrl}/${ids[2]}/page-1.html` },
          },
        },
      ],
    });
    const file = await get(String(page.results[0]?.result['json']).replace(BASE_URL, ''));
    expect(file.body).toMatchObject({ requestMetadata: { id: ids[0] }, content: 'x' });
  });

  it.each([
    ['page=0', 'page min', /page=1 is the first page/],
    ['limit=1001', 'limit range', /between 1 and 1000/],
    ['page=a&offset=2', 'offset unknown', /not a parameter/],
  ])('refuses %s', async (query, violation, message) => {
    const jobId = await submit(1);
    const answer = await get(`${PATH}/${jobId}/results?${query}`);
    expectError(answer, 422, 'validation_failed');
    const errors = (answer.body as { errors: { field: string; rule: string; message: string }[] }).errors;
    const found = errors.find(({ field, rule }) => `${field} ${rule}` === violation);
    expect(found?.message).toMatch(message);
  });

  it('is empty before the first item and beyond the last', async () => {
    const jobId = await submit(2);
    const empty = { limit: 100, results: [] };
    expect(await pageOf(`${PATH}/${jobId}/results`)).toEqual({ ...empty, page: 0, total: 0 });
    await scene.run(jobId);
    const far = Number.MAX_SAFE_INTEGER;
    expect(await pageOf(`${PATH}/${jobId}/results?page=2`)).toEqual({ ...empty, page: 1, total: 2 });
    expect(await pageOf(`${PATH}/${jobId}/results?page=${far}`)).toEqual({ ...empty, page: far - 1, total: 2 });
  });

  it('has a next page while items lie beyond it, and not for the sake of an empty one', async () => {
    const jobId = await submit(5);
    await scene.endSome(jobId, 4);
    await scene.publish(jobId);
    const first = await pageOf(`${PATH}/${jobId}/results?limit=2`);
    expect(first.nextPage).toBe(`${BASE_URL}${PATH}/${jobId}/results?page=2&limit=2`);
    const second = await pageOf(String(first.nextPage));
    expect([second.page, second.results.length, second.nextPage]).toEqual([1, 2, undefined]);
    await scene.run(jobId);
    expect((await pageOf(`${PATH}/${jobId}/results?limit=5`)).nextPage).toBeUndefined();
    expect((await pageOf(`${PATH}/${jobId}/results?page=2&limit=2`)).nextPage).toMatch(/page=3&limit=2$/);
  });

  it('agrees with its total when items are published while it is read', async () => {
    const jobId = await submit(6);
    await scene.endSome(jobId, 6);
    await scene.publish(jobId, 3);
    beforeRows = () => scene.publish(jobId, 3);
    const page = await pageOf(`${PATH}/${jobId}/results`);
    expect([page.total, page.results.length]).toEqual([3, 3]);
    beforeRows = undefined;
    expect((await pageOf(`${PATH}/${jobId}/results`)).total).toBe(6);
  });

  it('leads on to every item exactly once while they end, in an order that stays', async () => {
    const steps = fc.array(fc.record({ ends: fc.nat(6), publishes: fc.integer({ min: 1, max: 5 }) }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 1, max: 7 }),
        steps,
        async (count, limit, plan) => {
          const jobId = await submit(count);
          const seen: string[] = [];
          const isDone = async (): Promise<boolean> => (await get(`${PATH}/${jobId}`)).body.data.status === 'done';
          let url = `${PATH}/${jobId}/results?limit=${limit}`;
          let before: readonly Row[] = [];
          /** As the documentation says: a page is whole once there is a next one, or once the job is done. */
          const readOn = async (isEnd: boolean): Promise<void> => {
            for (;;) {
              const page = await pageOf(url);
              expect(page.results.slice(0, before.length)).toEqual(before);
              before = page.results;
              if (page.nextPage === undefined && !isEnd) return;
              seen.push(...page.results.map(({ query }) => query.url));
              if (page.nextPage === undefined) return;
              [url, before] = [page.nextPage, []];
            }
          };
          for (const { ends, publishes } of plan) {
            if (ends > 0) await scene.endSome(jobId, ends, (item) => (isEven(item) ? ok() : failWith()));
            const job = await scene.publish(jobId, publishes);
            if (job.finishedAtMs !== undefined) break;
            await readOn(false);
          }
          if (!(await isDone())) await scene.run(jobId);
          await readOn(true);
          expect(seen.toSorted()).toEqual(
            Array.from({ length: count }, (_item, index) => `https://example.com/${index}`).toSorted(),
          );
        },
      ),
      { numRuns: 15 },
    );
  });
});
