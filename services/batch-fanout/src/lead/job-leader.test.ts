import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FaultPoint, Logger } from '@quarry/observability';
import { openStore, type Store } from '@quarry/store';
import { recordSpans } from '../../../../packages/observability/test/record-spans.js';
import { JobLeader } from './job-leader.js';

const OWNER = 'me';
const DAY_MS = 86_400_000;
const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-leader-'));
  store = await openStore({ mongodbUri: undefined, dataDir: folder });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** A job that `OWNER` leads and whose one item has ended; it is finished by the next publish. */
const leaseEndedJob = async () => {
  const plan = { creditsPerPeriod: 10, periodDays: 30, renew: true };
  const { id: accountId } = await store.accounts.create({ name: 'a', plan, concurrency: 1 });
  const [id, itemId, deadlineAtMs] = [randomUUID(), randomUUID(), Date.now() + DAY_MS];
  const input = { id, accountId, operation: 'scrape/web', contractVersion: 1, deadlineAtMs };
  await store.batches.admit({ ...input, requestsCount: 1, holdCredits: 1 });
  await store.batches.addItems(id, [{ id: itemId, index: 0, site: 's', query: {}, params: {}, holdCredits: 1 }]);
  await store.batches.activate(id);
  const [job] = await store.batches.lease({ owner: OWNER, leaseMs: DAY_MS, limit: 1 });
  if (job === undefined) throw new Error('there is no job to lead');
  await store.batches.handOver(id, OWNER, { itemIds: [itemId], deadlineAtMs });
  await store.items.begin(itemId, 1);
  await store.items.finish(itemId, { state: 'ok', verdict: 'ok', chargedCredits: 1, answerName: 'result.json' });
  return job;
};

describe('the leader of a job', () => {
  it.each([
    ['as it leads on', false],
    ['as its replica closes', true],
  ])('records the batch once when its publish has finished it, %s', async (_when, isClosing) => {
    const { tracing, seen } = recordSpans();
    const published = Promise.withResolvers<void>();
    const allowed = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const leader = new JobLeader({
      ...{ job: await leaseEndedJob(), owner: OWNER, queue: 'browser-scrape', siteLimit: 1, leaseMs: DAY_MS },
      ...{
        lookMs: DAY_MS,
        clock: Date.now,
        log: silent,
        batches: store.batches,
        items: store.items,
        crawls: store.crawls,
        tracing,
      },
      jobs: {
        enqueueMany: async () => undefined,
        hasMany: async (_queue, refs) => refs.map(() => true),
        withdraw: async () => [],
      },
      faultPoint: async (point: FaultPoint) => {
        if (point !== 'fanout.published') return;
        published.resolve();
        await allowed.promise;
      },
      onGone: () => gone.resolve(),
      ...{ onPublished: () => undefined, onRequeued: () => undefined, onEndedHere: () => undefined },
    });
    await published.promise;
    const closing = isClosing ? leader.close() : gone.promise;
    allowed.resolve();
    await closing;
    await leader.close();
    expect(seen.map(({ name, attributes }) => [name, attributes['quarry.verdict']])).toEqual([['batch', 'done']]);
  });
});
