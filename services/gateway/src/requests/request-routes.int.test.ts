import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildOpenApi } from '@quarry/contracts';
import type { RequestEnd } from '@quarry/store';
import request from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const BASE_URL = 'http://127.0.0.1:3000';
const PARAMS = {
  url: 'https://me:pw@shop.example/a?token=abc&q=tea',
  headers: { Cookie: '[removed]', dnt: '1' },
  jsScenario: [{ fill: ['#password', 'pw'] }],
};
const OK: RequestEnd = {
  ...{ state: 'ok', verdict: 'ok', chargedCredits: 1, answerName: 'result-1.json', tier: 'http', statusCode: 200 },
  ...{ host: 'shop.example', fetchMs: 12, readMs: 3 },
};
const BLOCKED: RequestEnd = {
  ...{ state: 'failed', verdict: 'blocked', error: 'target_blocked', reason: 'http_403', chargedCredits: 0 },
  ...{ tier: 'browser', statusCode: 403, host: 'wall.example' },
};

let gateway: GatewayFixture;
let caller: Awaited<ReturnType<GatewayFixture['addAccount']>>;
beforeAll(async () => {
  gateway = await startGatewayFixture();
}, 60_000);
afterAll(() => gateway.close());
beforeEach(async () => {
  caller = await gateway.addAccount();
});

const get = (path: string, key = caller.key) => request(gateway.url).get(path).set('x-api-key', key);

interface Row {
  readonly id: string;
  readonly [name: string]: unknown;
}
interface Page {
  readonly requests: readonly Row[];
  readonly batches: readonly { readonly jobId: string }[];
  readonly nextPage?: string;
}
const pageOf = (answer: { body: unknown }): Page => (answer.body as { data: Page }).data;

/** A request that has ended so, or still runs. */
const addRequest = async (end?: RequestEnd, operation = 'scrape/web', key?: { id: string }): Promise<string> => {
  const { requests } = gateway.store;
  const id = randomUUID();
  const row = { id, accountId: caller.account.id, operation, params: PARAMS, contractVersion: 1, holdCredits: 5, key };
  await requests.admit({ ...row, deadlineAtMs: Date.now() + 60_000 });
  await requests.begin(id, 1);
  if (end !== undefined) await requests.finish(id, end);
  return id;
};

const addJob = async (key?: { id: string }): Promise<{ jobId: string; ids: string[] }> => {
  const { batches, items } = gateway.store;
  const [jobId, owner, ids] = [randomUUID(), randomUUID(), [randomUUID(), randomUUID(), randomUUID()]];
  const deadlineAtMs = Date.now() + 60_000;
  const job = { id: jobId, accountId: caller.account.id, operation: 'scrape/web', contractVersion: 1, key };
  await batches.admit({ ...job, requestsCount: 3, holdCredits: 3, deadlineAtMs });
  const rows = ids.map((id, index) => ({
    id,
    index,
    site: `s${index}.example`,
    query: {},
    params: PARAMS,
    holdCredits: 1,
  }));
  await batches.addItems(jobId, rows);
  await batches.activate(jobId);
  await batches.lease({ owner, leaseMs: 60_000, limit: 1_000 });
  await batches.handOver(jobId, owner, { itemIds: ids, deadlineAtMs });
  await items.finish(ids[0] ?? '', { ...OK, verdict: 'target_4xx', statusCode: 404, chargedCredits: 0 }, 1);
  await items.finish(ids[1] ?? '', BLOCKED, 1);
  await batches.publish(jobId, owner, 10);
  return { jobId, ids };
};

const idsOf = ({ requests }: Page): string[] => requests.map(({ id }) => id);

describe('GET /requests', () => {
  it('says what came of each, free of charge and as the contract says', async () => {
    const id = await addRequest(OK);
    const answer = await get('/requests');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'x-credits-charged': '0', 'cache-control': 'no-store' });
    const [row] = pageOf(answer).requests;
    expect(row).toMatchObject({
      ...{ id, operation: 'scrape/web', status: 'ok', verdict: 'ok', host: 'shop.example', tier: 'http' },
      ...{ statusCode: 200, creditsCharged: 1, creditsHeld: 0, attempt: 1 },
      timings: { queueMs: expect.any(Number), fetchMs: 12, readMs: 3, totalMs: expect.any(Number) },
      result: `${BASE_URL}/files/${caller.account.id}/${id}/result-1.json`,
    });
    expect(row).not.toHaveProperty('params');
    const document = JSON.stringify(buildOpenApi({ baseUrl: BASE_URL }));
    for (const name of Object.keys(row ?? {})) expect(document).toContain(`"${name}"`);
  });

  it('keeps what the filters ask for', async () => {
    const [ok, blocked, open, search, foreign] = [
      await addRequest(OK),
      await addRequest(BLOCKED),
      await addRequest(),
      await addRequest(BLOCKED, 'enginea/serp'),
      await addRequest({ ...BLOCKED, host: 'xn--mnchen-3ya.example' }),
    ];
    const since = new Date(Date.now() + 60_000).toISOString();
    for (const [query, expected] of [
      ['status=ok', [ok]],
      ['status=error', [blocked, search, foreign]],
      ['status=pending', [open]],
      ['error=target_blocked&operation=scrape/web', [blocked, foreign]],
      ['operation=enginea/serp', [search]],
      ['host=WALL.example', [blocked, search]],
      [`host=${encodeURIComponent('MÜNCHEN.example')}`, [foreign]],
      [`since=${encodeURIComponent(since)}`, []],
      ['until=2020-01-01', []],
    ] as const) {
      const found = idsOf(pageOf(await get(`/requests?${query}`)));
      expect([query, found.sort()]).toEqual([query, [...expected].sort()]);
    }
  });

  it('says which key made each, and keeps those of one', async () => {
    const [mine, consoles, older] = [
      await addRequest(OK, 'scrape/web', { id: 'key-1' }),
      await addRequest(BLOCKED, 'scrape/web', { id: 'console' }),
      await addRequest(OK),
    ];
    const rows = new Map(pageOf(await get('/requests')).requests.map(({ id, key }) => [id, key]));
    expect([rows.get(mine), rows.get(consoles), rows.get(older)]).toEqual(['key-1', 'console', undefined]);
    expect((await get(`/requests/${mine}`)).body).toMatchObject({ data: { key: 'key-1' } });
    for (const [query, expected] of [
      ['key=key-1', [mine]],
      ['key=console&status=error', [consoles]],
      ['key=console&status=ok', []],
      ['key=key-2', []],
    ] as const) {
      expect([query, idsOf(pageOf(await get(`/requests?${query}`)))]).toEqual([query, expected]);
    }
    expectError(await get('/requests?key=a%20b'), 422, 'validation_failed');
  });

  it('leads through all of them, each once, by nextPage', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await addRequest(OK));
    const seen: string[] = [];
    let path: string | undefined = '/requests?limit=2&operation=scrape/web';
    while (path !== undefined) {
      const page: Page = pageOf(await get(path));
      seen.push(...idsOf(page));
      path = page.nextPage?.slice(BASE_URL.length);
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  it('has the items of a batch by the batch alone', async () => {
    const { jobId, ids } = await addJob({ id: 'key-1' });
    expect(idsOf(pageOf(await get('/requests')))).toEqual([]);
    const page = pageOf(await get(`/requests?batch=${jobId.toUpperCase()}&limit=2`));
    expect(page.requests).toMatchObject([
      { id: ids[0], status: 'ok', verdict: 'target_4xx', statusCode: 404, batch: jobId, index: 0, key: 'key-1' },
      { id: ids[1], status: 'error', error: 'target_blocked', reason: 'http_403', host: 'wall.example', index: 1 },
    ]);
    const next = pageOf(await get(page.nextPage?.slice(BASE_URL.length) ?? ''));
    expect(next.requests).toMatchObject([{ id: ids[2], status: 'pending', host: 's2.example' }]);
    expect(next).not.toHaveProperty('nextPage');
    expect(idsOf(pageOf(await get(`/requests?batch=${jobId}&status=error`)))).toEqual([ids[1]]);
    expect(idsOf(pageOf(await get(`/requests?batch=${jobId}&operation=enginea/serp`)))).toEqual([]);
    expect(idsOf(pageOf(await get(`/requests?batch=${jobId}&key=console`)))).toEqual([]);
    expect(idsOf(pageOf(await get(`/requests?batch=${jobId}&key=key-1`)))).toEqual(ids);
    const other = await gateway.addAccount();
    expect(idsOf(pageOf(await get(`/requests?batch=${jobId}`, other.key)))).toEqual([]);
  });

  it('refuses a wrong query with all its violations, and a caller without a key', async () => {
    const answer = await get('/requests?status=done&limit=0&host=&cursor=x&until=soon');
    expectError(answer, 422, 'validation_failed');
    const { errors } = answer.body as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field).sort()).toEqual(['cursor', 'host', 'limit', 'status', 'until']);
    expectError(await request(gateway.url).get('/requests'), 401, 'unauthorized');
    expectError(await request(gateway.url).delete('/requests').set('x-api-key', caller.key), 405, 'method_not_allowed');
  });
});

describe('GET /requests/<id>', () => {
  it('has the parameters without their secrets', async () => {
    const id = await addRequest(BLOCKED);
    const { body, status } = await get(`/requests/${id.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ok',
      data: {
        ...{ id, status: 'error', error: 'target_blocked', reason: 'http_403', retryable: expect.any(Boolean) },
        params: {
          url: 'https://[removed]@shop.example/a?token=[removed]&q=tea',
          headers: { Cookie: '[removed]', dnt: '1' },
          jsScenario: [{ fill: ['#password', '[removed]'] }],
        },
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/pw|abc/);
  });

  it('has a request that still runs, and an item of a batch', async () => {
    expect((await get(`/requests/${await addRequest()}`)).body).toMatchObject({
      data: { status: 'pending', creditsHeld: 5, creditsCharged: 0 },
    });
    const { jobId, ids } = await addJob();
    expect((await get(`/requests/${ids[1]}`)).body).toMatchObject({
      data: { batch: jobId, index: 1, statusCode: 403 },
    });
  });

  it('is no request of another account, of nobody or without an id', async () => {
    const id = await addRequest(OK);
    const other = await gateway.addAccount();
    expectError(await get(`/requests/${id}`, other.key), 404, 'not_found');
    expectError(await get(`/requests/${randomUUID()}`), 404, 'not_found');
    expectError(await get('/requests/1'), 404, 'not_found');
  });
});

describe('GET /batches', () => {
  it('has the jobs of the account, newest first, with their figures', async () => {
    const jobs = [(await addJob()).jobId, (await addJob()).jobId, (await addJob()).jobId];
    const page = pageOf(await get('/batches?limit=2'));
    const rest = pageOf(await get(page.nextPage?.slice(BASE_URL.length) ?? ''));
    const found = [...page.batches, ...rest.batches];
    expect(found.map(({ jobId }) => jobId).sort()).toEqual(jobs.sort());
    expect(found[0]).toMatchObject({
      ...{ operation: 'scrape/web', status: 'in_progress', requestsCount: 3, responsesCount: 2 },
      ...{ succeededCount: 1, failedCount: 1, targetErrorCount: 1 },
      resultsUrl: `${BASE_URL}/scrape/batch/web/${found[0]?.jobId}/results`,
    });
    expect(rest).not.toHaveProperty('nextPage');
    const other = await gateway.addAccount();
    expect(pageOf(await get('/batches', other.key)).batches).toEqual([]);
  });
});
