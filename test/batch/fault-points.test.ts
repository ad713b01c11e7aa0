import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAULT_POINTS } from '@quarry/observability';
import { fleetParts, inParallel, proofSize, recordProof, type Answer } from '@quarry/testkit';
import { auditJob, faultsOf, untilReleased } from './audit-job.js';
import { startBatchScene, type BatchScene } from './batch-scene.js';
import { designItems, type DesignedItem } from './designed-items.js';
import type { PatientClient } from './patient-client.js';
import { readAll, stopJob, submitJob, untilEnded } from './read-job.js';
import { seededRandom } from './seeded-random.js';

const ROUNDS = proofSize(1, 5);
const ITEMS = 60;
/** Long enough to be asked to stop in the middle. */
const STOPPED_ITEMS = proofSize(300, 2_000);
const PARALLEL = 50;
const ENDED_WITHIN_MS = 90_000;
const ROUTE = '/scrape/batch/web';

const GATEWAY_POINTS = FAULT_POINTS.filter((point) => point.startsWith('gateway.batch_'));
const FANOUT_POINTS = FAULT_POINTS.filter((point) => point.startsWith('fanout.'));

/** Jobs of an account, those that are being accepted among them. */
const jobsOf = async (scene: BatchScene, accountId: string): Promise<string[]> =>
  (await scene.store.batches.list(accountId, { limit: 1_000 })).map(({ id }) => id);

/** Reads an ended job and finds fault with what it came to. */
const faultsOfJob = async (
  scene: BatchScene,
  client: PatientClient,
  job: { id: string; accountId: string; designed: readonly DesignedItem[] },
): Promise<string[]> => {
  await untilEnded(client, job.id, ENDED_WITHIN_MS);
  await untilReleased(scene.store, job.accountId);
  return faultsOf(await auditJob(scene.store, job.id, job.designed, await readAll(client, job.id, 1_000)));
};

describe.each(fleetParts())('batches whose processes die, on $name', (parts) => {
  let scene: BatchScene;
  let accounts = 0;
  const tally = { cases: 0, failures: 0, startedAt: 0 };

  const round = async (run: () => Promise<void>): Promise<void> => {
    for (let count = 0; count < ROUNDS; count += 1) {
      tally.cases += 1;
      tally.failures += 1;
      await run();
      tally.failures -= 1;
    }
  };

  const open = async (
    count: number,
  ): Promise<{ accountId: string; client: PatientClient; designed: DesignedItem[] }> => {
    accounts += 1;
    const accountId = `points-${accounts}`;
    const designed = designItems(count, scene.targets, seededRandom(accounts));
    return { accountId, client: await scene.account(accountId), designed };
  };

  beforeAll(async () => {
    scene = await startBatchScene(parts);
    tally.startedAt = Date.now();
  }, 240_000);

  afterAll(async () => {
    const { cases, failures, startedAt } = tally;
    const points = GATEWAY_POINTS.length + FANOUT_POINTS.length;
    const name = `batches, kill -9 at each of ${points} points, ${scene.name}`;
    recordProof({ name, cases, failures, seconds: (Date.now() - startedAt) / 1_000 });
    await scene.close();
  }, 120_000);

  it.each(GATEWAY_POINTS)(
    '%s: a submit whose gateway dies is kept whole or not at all, and the same key carries on',
    (point) =>
      round(async () => {
        const { accountId, client, designed } = await open(ITEMS);
        const body = { requests: designed.map(({ query }) => query) };
        const headers = { 'idempotency-key': 'carry on' };
        scene.faults.arm(point, 'kill');
        await expect(client.once('POST', ROUTE, body, headers)).rejects.toThrow();
        const answer = await client.ask('POST', ROUTE, body, headers);
        expect(answer.status).toBe(200);
        const id = String(answer.body['jobId']);
        expect(await faultsOfJob(scene, client, { id, accountId, designed })).toEqual([]);
        expect(await jobsOf(scene, accountId)).toEqual([id]);
      }),
    ROUNDS * (ENDED_WITHIN_MS + 90_000),
  );

  it.each(FANOUT_POINTS)(
    '%s: another leader carries on',
    (point) =>
      round(async () => {
        const { accountId, client, designed } = await open(ITEMS);
        scene.faults.arm(point, 'kill');
        const requests = designed.map(({ query }) => query);
        const id = await submitJob(client, requests, { webhook: { url: scene.receiver.url } });
        expect(await faultsOfJob(scene, client, { id, accountId, designed })).toEqual([]);
        expect(await scene.faults.struck(point, 10_000)).toBe(true);
        await expect(heard(scene, `${id}.completed`)).resolves.toBe(1);
      }),
    ROUNDS * (ENDED_WITHIN_MS + 90_000),
  );

  it(
    `${PARALLEL} equal submits with one key at two gateways, one of which is killed: one job, one hold, equal answers`,
    () =>
      round(async () => {
        const { accountId, client, designed } = await open(ITEMS);
        const body = { requests: designed.map(({ query }) => query) };
        const headers = { 'idempotency-key': 'all the same' };
        const answers = inParallel(PARALLEL, PARALLEL, () => client.ask('POST', ROUTE, body, headers));
        const [victim] = scene.pids('gateway');
        if (victim !== undefined) process.kill(victim, 'SIGKILL');
        const ids = new Set(
          (await answers).map((answer: Answer) => `${answer.status} ${String(answer.body['jobId'])}`),
        );
        expect(ids.size).toBe(1);
        const id = [...ids][0]?.replace('200 ', '') ?? '';
        expect(await faultsOfJob(scene, client, { id, accountId, designed })).toEqual([]);
        expect(await jobsOf(scene, accountId)).toEqual([id]);
      }),
    ROUNDS * (ENDED_WITHIN_MS + 90_000),
  );

  it(
    'DELETE in the middle: what was begun counts, the rest is cancelled free of charge, every item has a row',
    () =>
      round(async () => {
        const { accountId, client, designed } = await open(STOPPED_ITEMS);
        const id = await submitJob(
          client,
          designed.map(({ query }) => query),
        );
        while (((await scene.store.batches.get(id))?.visibleCount ?? 0) < STOPPED_ITEMS / 10) await pause(20);
        await stopJob(client, id);
        const [victim] = scene.pids('batch-fanout');
        if (victim !== undefined) process.kill(victim, 'SIGKILL');
        const status = await untilEnded(client, id, ENDED_WITHIN_MS);
        await untilReleased(scene.store, accountId);
        const rows = await readAll(client, id, 100);
        const cancelled = rows.filter(({ result }) => result.error === 'cancelled').length;
        expect(status.status).toBe('stopped');
        expect(cancelled).toBeGreaterThan(STOPPED_ITEMS / 4);
        // Cancelled items are no fault: they are judged as if they had been designed so.
        const asStopped = designed.map((item) => {
          const row = rows.find(({ query }) => query.url === item.query.url);
          return row?.result.error === 'cancelled' ? { ...item, error: 'cancelled', price: 0 } : item;
        });
        expect(faultsOf(await auditJob(scene.store, id, asStopped, rows))).toEqual([]);
      }),
    ROUNDS * (ENDED_WITHIN_MS + 90_000),
  );
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** How many stories the event told once it has come. */
const heard = async (scene: BatchScene, id: string): Promise<number> => {
  const giveUpAt = Date.now() + ENDED_WITHIN_MS;
  while (!scene.receiver.heard.has(id) && Date.now() < giveUpAt) await pause(50);
  return scene.receiver.heard.get(id)?.size ?? 0;
};
