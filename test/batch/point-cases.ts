import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { FAULT_POINTS } from '@quarry/observability';
import { inParallel, proofSize } from '@quarry/testkit';
import { auditJob, faultsOf, untilReleased } from './audit-job.js';
import type { BatchScene } from './batch-scene.js';
import { designItems, type DesignedItem } from './designed-items.js';
import type { PatientClient } from './patient-client.js';
import { readAll, stopJob, submitJob, untilEnded } from './read-job.js';
import { seededRandom } from './seeded-random.js';

const ITEMS = 60;
/** Long enough to be asked to stop in the middle. */
const STOPPED_ITEMS = proofSize(300, 2_000);
const PARALLEL = 50;
const ROUTE = '/scrape/batch/web';
const STRUCK_WITHIN_MS = 30_000;
const HEARD_WITHIN_MS = 90_000;
export const ENDED_WITHIN_MS = 90_000;

const ALL_GATEWAY_POINTS = FAULT_POINTS.filter((point) => point.startsWith('gateway.batch_'));
/** Each death costs its callers the lease of their key: the short form takes the last one. */
export const GATEWAY_POINTS = ALL_GATEWAY_POINTS.slice(proofSize(-1, 0));
export const FANOUT_POINTS = FAULT_POINTS.filter((point) => point.startsWith('fanout.'));

interface Case {
  readonly scene: BatchScene;
  readonly accountId: string;
  readonly client: PatientClient;
  readonly designed: readonly DesignedItem[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** An account and items of its own, at a second try too. */
const openCase = async (scene: BatchScene, items: number, seed: number): Promise<Case> => {
  const accountId = `case-${randomUUID()}`;
  const designed = designItems(items, scene.targets, seededRandom(seed));
  return { scene, accountId, client: await scene.account(accountId), designed };
};

const bodyOf = ({ designed }: Case): { requests: unknown[] } => ({ requests: designed.map(({ query }) => query) });

const jobsOf = async ({ scene, accountId }: Case): Promise<string[]> =>
  (await scene.store.batches.list(accountId, { limit: 1_000 })).map(({ id }) => id);

/** Waits for a job's end and finds fault with what it came to. */
const expectSound = async (one: Case, jobId: string): Promise<void> => {
  const { scene, client, accountId, designed } = one;
  await untilEnded(client, jobId, ENDED_WITHIN_MS);
  await untilReleased(scene.store, accountId);
  expect(faultsOf(await auditJob(scene.store, jobId, designed, await readAll(client, jobId, 1_000)))).toEqual([]);
  expect(await jobsOf(one)).toEqual([jobId]);
};

const signal = (pid: number | undefined): void => {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
};

/** How many stories the event told once it has come. */
const heard = async ({ receiver }: BatchScene, id: string): Promise<number> => {
  const giveUpAt = Date.now() + HEARD_WITHIN_MS;
  while (!receiver.heard.has(id) && Date.now() < giveUpAt) await pause(50);
  return receiver.heard.get(id)?.size ?? 0;
};

/** A submit at each point whose gateway dies there: it is kept whole or not at all, and the same key carries on. */
export const killGateways = async (scene: BatchScene, round: number): Promise<void> => {
  for (const point of GATEWAY_POINTS) scene.faults.arm(point, 'kill');
  await Promise.all(
    GATEWAY_POINTS.map(async (_point, index) => {
      const one = await openCase(scene, ITEMS, round * 100 + index);
      const headers = { 'idempotency-key': 'carry-on' };
      const answer = await one.client.ask('POST', ROUTE, bodyOf(one), headers);
      expect(answer.status).toBe(200);
      await expectSound(one, String(answer.body['jobId']));
    }),
  );
  for (const point of GATEWAY_POINTS) expect(await scene.faults.struck(point, 0)).toBe(true);
};

/** A leader that dies at each point: another one carries on, and the job's end is told. */
export const killLeaders = async (scene: BatchScene, round: number): Promise<void> => {
  for (const point of FANOUT_POINTS) scene.faults.arm(point, 'kill');
  await Promise.all(
    FANOUT_POINTS.map(async (point, index) => {
      const one = await openCase(scene, ITEMS, round * 100 + index);
      const jobId = await submitJob(one.client, bodyOf(one).requests, { webhook: { url: scene.receiver.url } });
      await expectSound(one, jobId);
      expect(await scene.faults.struck(point, STRUCK_WITHIN_MS)).toBe(true);
      expect(await heard(scene, `${jobId}.completed`)).toBe(1);
    }),
  );
};

/** Equal submits with one key at all gateways, one of which is killed: one job, one hold, equal answers. */
export const submitInParallel = async (scene: BatchScene, round: number): Promise<void> => {
  const one = await openCase(scene, ITEMS, round);
  const headers = { 'idempotency-key': 'all-the-same' };
  const body = bodyOf(one);
  const answers = inParallel(PARALLEL, PARALLEL, () => one.client.ask('POST', ROUTE, body, headers));
  // At another moment of the first call's way in every round.
  await pause(15 * round);
  signal(scene.pids('gateway')[round % 2]);
  const ids = new Set((await answers).map(({ status, body: { jobId } }) => `${status} ${String(jobId)}`));
  expect([...ids]).toEqual([expect.stringMatching(/^200 [0-9a-f-]{36}$/)]);
  await expectSound(one, [...ids].join('').slice('200 '.length));
};

/** DELETE in the middle: what was begun counts, the rest is cancelled free of charge, every item has a row. */
export const stopInTheMiddle = async (scene: BatchScene, round: number): Promise<void> => {
  const one = await openCase(scene, STOPPED_ITEMS, round);
  const { client, designed, accountId } = one;
  const jobId = await submitJob(client, bodyOf(one).requests);
  while (((await scene.store.batches.get(jobId))?.visibleCount ?? 0) < STOPPED_ITEMS / 10) await pause(20);
  await stopJob(client, jobId);
  signal(scene.pids('batch-fanout')[round % 2]);
  const { status } = await untilEnded(client, jobId, ENDED_WITHIN_MS);
  await untilReleased(scene.store, accountId);
  const rows = await readAll(client, jobId, 100);
  const cancelled = new Set(rows.filter(({ result }) => result.error === 'cancelled').map(({ query }) => query.url));
  expect(status).toBe('stopped');
  expect(cancelled.size).toBeGreaterThan(STOPPED_ITEMS / 4);
  // Cancelled items are no fault: they are judged as if they had been designed so.
  const asStopped = designed.map((item) =>
    cancelled.has(item.query.url) ? { ...item, error: 'cancelled', price: 0 } : item,
  );
  expect(faultsOf(await auditJob(scene.store, jobId, asStopped, rows))).toEqual([]);
};
