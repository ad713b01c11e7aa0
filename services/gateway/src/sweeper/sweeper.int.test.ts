import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openDiskFiles, type FileStore } from '@quarry/files';
import { createLogger, createMetrics, REQUEST_ENDED, type Metrics, type PassFaultPoint } from '@quarry/observability';
import type { Account, RequestRow, Store } from '@quarry/store';
import {
  BACKLOG_SWEEP_MS,
  EXPIRY_SWEEP_MS,
  MAX_ACCEPTING_MS,
  RETENTION_SWEEP_MS,
  SWEEP_GRACE_MS,
  SWEEP_LIMIT,
} from '../bounds.js';
import { openInlineStore } from '../../../../packages/store/test/sqlite/open-inline-store.js';
import { createBatchScene } from '../../test/batch-scene.js';
import { describeRequest } from '../requests/describe-request.js';
import { createSweeper, type SweeperOptions } from './sweeper.js';

const DAY_MS = 86_400_000;
let folder: string;
let nowMs: number;
let store: Store;
let files: FileStore;
let metrics: Metrics;
let account: Account;

const sweeper = (options: Partial<SweeperOptions> = {}) =>
  createSweeper({
    store,
    files,
    retentionMs: 30 * DAY_MS,
    log: createLogger({ service: 'gateway', level: 'error', stream: new PassThrough().resume() }),
    metrics,
    ...options,
  });
/** A sweeper that has begun, with timers in the test's hand. */
const startedWith = (chance: number) => {
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
  const running = sweeper({ random: () => chance });
  running.start();
  return running;
};
const admit = async (params: object = {}) => {
  const id = randomUUID();
  const input = { id, accountId: account.id, operation: 'scrape/web', params, contractVersion: 1, host: 'a.example' };
  await store.requests.admit({ ...input, holdCredits: 1, deadlineAtMs: nowMs + 1_000 });
  return id;
};

const newBatch = (requestsCount: number) => {
  const id = randomUUID();
  const batch = { id, accountId: account.id, operation: 'scrape/web', contractVersion: 1 };
  return { id, batch: { ...batch, requestsCount, holdCredits: requestsCount, deadlineAtMs: nowMs + DAY_MS } };
};
const item = (index: number) => ({
  ...{ id: randomUUID(), index, site: 'a.example', query: {}, params: {}, holdCredits: 1 },
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-sweeper-'));
  // Files on disk carry the system's time.
  nowMs = Date.now();
  store = openInlineStore({ path: join(folder, 'quarry.sqlite'), clock: () => nowMs });
  files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 1_000, now: () => nowMs });
  metrics = createMetrics({ service: 'gateway' });
  const plan = { creditsPerPeriod: 1_000, periodDays: 30, renew: true };
  account = await store.accounts.create({ name: 'one', plan, concurrency: 5 });
});
afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  metrics.close();
  await store.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

describe('createSweeper', () => {
  it('ends what its gateway left behind, once the grace time is over', async () => {
    const id = await admit();
    nowMs += 1_000 + SWEEP_GRACE_MS;
    await sweeper().sweepOnce();
    expect((await store.requests.get(id))?.state).toBe('open');
    nowMs += 1;
    await sweeper().sweepOnce();
    expect(await store.requests.get(id)).toMatchObject({ state: 'expired', verdict: 'deadline_exceeded' });
    expect((await store.accounts.period(account.id))?.held).toBe(0);
    const counted = 'requests_ended_total{operation="scrape/web",state="expired",service="gateway"} 1\n';
    expect(await metrics.text()).toContain(counted);
  });

  it('tells the log why, as the row and GET /requests do: the caller’s own timeout, or the service’s deadline', async () => {
    const lines: unknown[] = [];
    const info = (...line: unknown[]): void => void lines.push(line);
    const log = { info, debug: () => {}, warn: () => {}, error: () => {} };
    const [own, other] = [await admit({ timeout: 1_000 }), await admit()];
    nowMs += 1_001 + SWEEP_GRACE_MS;
    await sweeper({ log }).sweepOnce();
    const told = (id: string, verdict: string, reason: string) => [
      REQUEST_ENDED,
      expect.objectContaining({ requestId: id, host: 'a.example', verdict, reason, credits: 0 }),
    ];
    expect(lines).toHaveLength(2);
    expect(lines).toEqual(
      expect.arrayContaining([
        told(own, 'page_timeout', 'target_timeout'),
        told(other, 'deadline_exceeded', 'deadline_exceeded'),
      ]),
    );
    const shown = [own, other].map(async (id) => (await store.requests.get(id)) as RequestRow);
    expect((await Promise.all(shown)).map((row) => describeRequest(row, 'https://files.example'))).toMatchObject([
      { status: 'error', error: 'target_timeout', message: expect.stringContaining('timeout of 1000 ms') },
      { status: 'error', error: 'deadline_exceeded' },
    ]);
  });

  it('is safe on several replicas at once and bounded in each pass', async () => {
    for (let index = 0; index <= SWEEP_LIMIT; index += 1) await admit();
    nowMs += 2_000 + SWEEP_GRACE_MS;
    await sweeper().sweepOnce();
    expect((await store.accounts.period(account.id))?.held).toBe(1);
    await Promise.all([sweeper().sweepOnce(), sweeper().sweepOnce(), sweeper().sweepOnce()]);
    expect(await store.accounts.period(account.id)).toMatchObject({ held: 0, available: 1_000 });
  });

  it('goes on at once after a full pass, so that a backlog does not wait for the next regular one', async () => {
    const moved = (count: number) =>
      Array.from(
        { length: count },
        () => ({ operation: 'scrape/web', state: 'expired', chargedCredits: 0 }) as RequestRow,
      );
    const sweep = jest.spyOn(store.requests, 'sweepExpired');
    for (const count of [SWEEP_LIMIT, SWEEP_LIMIT, SWEEP_LIMIT - 1]) sweep.mockResolvedValueOnce(moved(count));
    const running = startedWith(0.5);
    const passes: number[] = [];
    for (const pauseMs of [EXPIRY_SWEEP_MS - 1, 1, BACKLOG_SWEEP_MS, BACKLOG_SWEEP_MS, EXPIRY_SWEEP_MS - 1]) {
      await jest.advanceTimersByTimeAsync(pauseMs);
      passes.push(sweep.mock.calls.length);
    }
    expect(passes).toEqual([0, 1, 2, 3, 3]);
    await running.stop();
    expect(await metrics.text()).toContain(`task="expired_requests",service="gateway"} ${3 * SWEEP_LIMIT - 1}\n`);
  });

  it.each([
    [0, 0.75],
    [1, 1.25],
  ])(
    'of several replicas do not march in step: a chance of %d makes a pause %d times as long',
    async (chance, share) => {
      const sweep = jest.spyOn(store.requests, 'sweepExpired').mockResolvedValue([]);
      const running = startedWith(chance);
      await jest.advanceTimersByTimeAsync(share * EXPIRY_SWEEP_MS - 1);
      expect(sweep).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(sweep).toHaveBeenCalledTimes(1);
      await running.stop();
    },
  );

  it('goes on at once while more is due, also after a pass that moved nothing itself', async () => {
    const purge = jest.spyOn(store.requests, 'purge').mockResolvedValueOnce({ removed: [], hasMore: true });
    const sweep = jest.spyOn(files, 'sweep').mockResolvedValueOnce({ removed: 0, hasMore: true });
    const passes = () => [purge.mock.calls.length, sweep.mock.calls.length];
    const running = startedWith(0.5);
    await jest.advanceTimersByTimeAsync(RETENTION_SWEEP_MS);
    expect(passes()).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(BACKLOG_SWEEP_MS);
    expect(passes()).toEqual([2, 2]);
    await jest.advanceTimersByTimeAsync(RETENTION_SWEEP_MS / 2);
    expect(passes()).toEqual([2, 2]);
    await running.stop();
  });

  it('rolls periods that have ended', async () => {
    nowMs += 31 * DAY_MS;
    await sweeper().sweepOnce();
    expect((await store.accounts.periods(account.id)).map(({ index, available }) => [index, available])).toEqual([
      [0, 0],
      [1, 1_000],
    ]);
  });

  it('removes requests past their retention with their files, and files whose row is gone', async () => {
    const id = await admit();
    await store.requests.finish(id, { state: 'ok', verdict: 'ok', chargedCredits: 1 });
    const kept = { accountId: account.id, requestId: id, name: 'result.json' };
    const orphan = { accountId: account.id, requestId: randomUUID(), name: 'page.html' };
    await files.put(kept, '{}');
    await files.put(orphan, 'x');
    nowMs += 29 * DAY_MS;
    await sweeper().sweepOnce();
    expect(await files.head(kept)).not.toBeNull();
    nowMs += 2 * DAY_MS;
    await sweeper().sweepOnce();
    expect([await store.requests.get(id), await files.head(kept), await files.head(orphan)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await metrics.text()).toMatch(/sweep_items_total\{[^}]*task="old_requests"[^}]*\} 1/);
  });

  it('removes idempotency keys past their time', async () => {
    const scope = { accountId: account.id, route: '/scrape/web', key: 'k' };
    const begin = (requestId: string) =>
      store.idempotency.begin({ ...scope, fingerprint: 'f', requestId, leaseMs: 1_000, retentionMs: DAY_MS });
    await begin('r1');
    await sweeper().sweepOnce();
    expect((await begin('r2')).outcome).toBe('in_flight');
    nowMs += DAY_MS;
    await sweeper().sweepOnce();
    expect(await store.idempotency.purge(10)).toEqual({ removed: 0, hasMore: false });
    expect(await metrics.text()).toMatch(/sweep_items_total\{[^}]*task="idempotency_keys"[^}]*\} 1/);
  });

  it('removes records that have expired', async () => {
    const record = { kind: 'session', owner: 'a@shop.example', data: {} };
    await store.records.insert({ ...record, id: 'short', expiresAtMs: nowMs + DAY_MS });
    await store.records.insert({ ...record, id: 'long', expiresAtMs: nowMs + 2 * DAY_MS });
    nowMs += DAY_MS;
    await sweeper().sweepOnce();
    expect(await store.records.purge(10)).toBe(0);
    expect(await store.records.get('session', 'long')).not.toBeNull();
    expect(await metrics.text()).toMatch(/sweep_items_total\{[^}]*task="expired_records"[^}]*\} 1/);
  });

  it('takes back jobs that were never accepted, once their gateway must be dead', async () => {
    const { id, batch } = newBatch(2);
    await store.batches.admit(batch);
    await store.batches.addItems(id, [item(0)]);
    nowMs += MAX_ACCEPTING_MS;
    await sweeper().sweepOnce();
    expect((await store.batches.get(id))?.state).toBe('accepting');
    nowMs += 1;
    await sweeper().sweepOnce();
    expect(await store.batches.get(id)).toBeNull();
    expect(await store.accounts.period(account.id)).toMatchObject({ held: 0, available: 1_000 });
    expect(await metrics.text()).toMatch(/sweep_items_total\{[^}]*task="unaccepted_batches"[^}]*\} 1/);
  });

  it('removes batches past their retention, items with their files', async () => {
    const { id, batch } = newBatch(2);
    await store.batches.admit(batch);
    await store.batches.addItems(id, [item(0), item(1)]);
    await store.batches.activate(id);
    await createBatchScene({ store, files }).run(id);
    const items = await store.batches.results(id, { afterSeq: 0, limit: 10 });
    const [kept] = items.map((one) => ({ accountId: account.id, requestId: one.id, name: 'result-1.json' }));
    if (kept === undefined) throw new Error('no item');
    nowMs += 29 * DAY_MS;
    await sweeper().sweepOnce();
    expect([(await store.batches.get(id))?.state, await files.head(kept)]).toEqual(['done', expect.anything()]);
    nowMs += 2 * DAY_MS;
    await sweeper().sweepOnce();
    expect([await store.batches.get(id), await store.items.get(kept.requestId), await files.head(kept)]).toEqual([
      ...[null, null, null],
    ]);
    expect(await metrics.text()).toMatch(/sweep_items_total\{[^}]*task="old_batches"[^}]*\} 2/);
  });

  it('removes webhooks past their retention', async () => {
    const { id, batch } = newBatch(1);
    await store.batches.admit({ ...batch, webhook: { url: 'https://a.example/', events: ['batch.completed'] } });
    await store.batches.addItems(id, [item(0)]);
    await store.batches.activate(id);
    await createBatchScene({ store, files }).run(id);
    const [delivery] = await store.webhooks.claim({ leaseMs: 1_000, limit: 1 });
    await store.webhooks.finish(String(delivery?.id), 1, { state: 'delivered', statusCode: 200 });
    nowMs += 31 * DAY_MS;
    await sweeper().sweepOnce();
    expect(await store.webhooks.get(String(delivery?.id))).toBeNull();
  });

  it('removes in a later pass the files of rows that it had removed when it failed', async () => {
    const id = await admit();
    await store.requests.finish(id, { state: 'ok', verdict: 'ok', chargedCredits: 1 });
    const kept = { accountId: account.id, requestId: id, name: 'result.json' };
    await files.put(kept, '{}');
    nowMs += 31 * DAY_MS;
    let hasFailed = false;
    const faultPoint: PassFaultPoint = async (point) => {
      if (point !== 'sweeper.rows_purged' || hasFailed) return;
      hasFailed = true;
      throw new Error('a fault was armed here');
    };
    await sweeper({ faultPoint }).sweepOnce();
    await sweeper({ faultPoint }).sweepOnce();
    expect([hasFailed, await store.requests.get(id), await files.head(kept)]).toEqual([true, null, null]);
  });

  it('goes on with the other tasks when one fails', async () => {
    const id = await admit();
    nowMs += 2_000 + SWEEP_GRACE_MS;
    const ledger = { ...store.ledger, rollPeriods: () => Promise.reject(new Error('busy')) };
    const broken: Store = {
      ...store,
      ledger,
      requests: store.requests,
      idempotency: store.idempotency,
      ping: () => store.ping(),
      close: () => store.close(),
    };
    await sweeper({ store: broken }).sweepOnce();
    expect((await store.requests.get(id))?.state).toBe('expired');
    expect(await metrics.text()).toMatch(/sweep_failures_total\{[^}]*task="periods"[^}]*\} 1/);
  });

  it('stops once what runs has ended, and begins nothing more', async () => {
    const { promise, resolve } = Promise.withResolvers<RequestRow[]>();
    const sweep = jest.spyOn(store.requests, 'sweepExpired').mockReturnValue(promise);
    const running = startedWith(0.5);
    await jest.advanceTimersByTimeAsync(EXPIRY_SWEEP_MS);
    let isStopped = false;
    const stopping = running.stop().then(() => (isStopped = true));
    await jest.advanceTimersByTimeAsync(EXPIRY_SWEEP_MS);
    expect([isStopped, sweep.mock.calls.length]).toEqual([false, 1]);
    resolve([]);
    await stopping;
    expect([jest.getTimerCount(), sweep.mock.calls.length]).toEqual([0, 1]);
  });
});
