import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { FAULT_POINTS } from '@quarry/observability';
import { inParallel, poll, proofSize, recordProof } from '@quarry/testkit';
import { auditJob, faultsOf, untilReleased } from './audit-job.js';
import type { BatchScene } from './batch-scene.js';
import { designHeld, designItems, type DesignedItem } from './designed-items.js';
import type { PatientClient } from './patient-client.js';
import { readAll, stopJob, submitJob, untilEnded } from './read-job.js';
import { seededRandom } from './seeded-random.js';

/** All kinds of items are among them; the short form leaves the rendered one to the job beside the faults. */
const ITEMS = proofSize(13, 60);
/** Long enough to be stopped in the middle. */
const STOPPED_ITEMS = proofSize(80, 2_000);
const PARALLEL = proofSize(8, 50);
const ROUTE = '/scrape/batch/web';
const STRUCK_WITHIN_MS = 120_000;
const HEARD_WITHIN_MS = 120_000;
const ENDED_WITHIN_MS = 180_000;
const ROUNDS = proofSize(1, 3);
/** Only a hang reaches it. */
export const POINTS_TIMEOUT_MS = ROUNDS * 4 * ENDED_WITHIN_MS;

const GATEWAY_POINTS = FAULT_POINTS.filter((point) => point.startsWith('gateway.batch_'));
/** Steps of crawls, and of deliveries to a bucket, which have their own suites in batch-fanout. */
const NOT_OF_BATCHES: ReadonlySet<string> = new Set(['fanout.absorbed', 'fanout.grown', 'fanout.results_sent']);
const FANOUT_POINTS = FAULT_POINTS.filter((point) => point.startsWith('fanout.') && !NOT_OF_BATCHES.has(point));

interface Case {
  readonly scene: BatchScene;
  readonly accountId: string;
  readonly client: PatientClient;
  readonly designed: readonly DesignedItem[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** An account and items for one case, also in a second try. */
const openCase = async (scene: BatchScene, designed: readonly DesignedItem[]): Promise<Case> => {
  const accountId = `case-${randomUUID()}`;
  return { scene, accountId, client: await scene.account(accountId), designed };
};

const mixed = (scene: BatchScene, seed: number): DesignedItem[] =>
  designItems(ITEMS, scene.targets, seededRandom(seed), { isUnrendered: proofSize(1, 0) === 1 });

const bodyOf = ({ designed }: Case): { requests: unknown[] } => ({ requests: designed.map(({ query }) => query) });

const jobsOf = async ({ scene, accountId }: Case): Promise<string[]> =>
  (await scene.store.batches.list(accountId, { limit: 1_000 })).map(({ id }) => id);

/** Waits for a job's end; returns its problems. */
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

/** Number of distinct bodies of the event once it has arrived. */
const heard = async ({ receiver }: BatchScene, id: string): Promise<number> => {
  const read = () => receiver.heard.get(id);
  return (await poll(read, (bodies) => bodies !== undefined, { timeoutMs: HEARD_WITHIN_MS }))?.size ?? 0;
};

/** The checks of a case after its processes have died. */
type Rest = () => Promise<void>;

/**
 * Submits whose gateway dies at each point: the job is kept whole or not at all, and a call with the same key continues. A point is
 * armed once the submit before is answered: a gateway that dies while it takes over from a dead one leaves that one's hold to the
 * sweep.
 */
const strikeGateways = async (scene: BatchScene, round: number): Promise<Rest> => {
  const submitted: (readonly [one: Case, jobId: string])[] = [];
  for (const [index, point] of GATEWAY_POINTS.entries()) {
    const one = await openCase(scene, mixed(scene, round * 100 + index));
    scene.faults.arm(point, 'kill');
    const answer = await one.client.ask('POST', ROUTE, bodyOf(one), { 'idempotency-key': 'carry-on' });
    expect(answer.status).toBe(200);
    expect(await scene.faults.struck(point, STRUCK_WITHIN_MS)).toBe(true);
    submitted.push([one, String(answer.body['jobId'])]);
  }
  return async () => void (await Promise.all(submitted.map(([one, jobId]) => expectSound(one, jobId))));
};

const killGateways = async (scene: BatchScene, round: number): Promise<void> => (await strikeGateways(scene, round))();

/** A leader that dies at each point: another one continues, and the job's end is reported. */
const killLeaders = async (scene: BatchScene, round: number): Promise<void> => {
  for (const point of FANOUT_POINTS) scene.faults.arm(point, 'kill');
  await Promise.all(
    FANOUT_POINTS.map(async (point, index) => {
      const one = await openCase(scene, mixed(scene, round * 100 + index));
      const jobId = await submitJob(one.client, bodyOf(one).requests, { webhook: { url: scene.receiver.url } });
      await expectSound(one, jobId);
      expect(await scene.faults.struck(point, STRUCK_WITHIN_MS)).toBe(true);
      expect(await heard(scene, `${jobId}.completed`)).toBe(1);
    }),
  );
};

/** Equal submits with one key at all gateways, one of which is killed: one job, one hold, equal responses. */
const submitInParallel = async (scene: BatchScene, round: number): Promise<void> => {
  const one = await openCase(scene, mixed(scene, round));
  const headers = { 'idempotency-key': 'all-the-same' };
  const body = bodyOf(one);
  const answers = inParallel(PARALLEL, PARALLEL, () => one.client.ask('POST', ROUTE, body, headers));
  // At another moment of the first call in every round.
  await pause(15 * round);
  signal(scene.pids('gateway')[round % 2]);
  const ids = new Set((await answers).map(({ status, body: { jobId } }) => `${status} ${String(jobId)}`));
  expect([...ids]).toEqual([expect.stringMatching(/^200 [0-9a-f-]{36}$/)]);
  await expectSound(one, [...ids].join('').slice('200 '.length));
};

/** DELETE in the middle: items that have begun count, the rest are cancelled free of charge, every item has a row. */
const stopInTheMiddle = async (scene: BatchScene, round: number): Promise<void> => {
  const open = STOPPED_ITEMS / 10;
  const held = { group: `stopped-${round}`, count: STOPPED_ITEMS - open };
  const one = await openCase(scene, designHeld(open, held, scene.targets));
  const { client, designed, accountId } = one;
  const jobId = await submitJob(client, bodyOf(one).requests);
  const readVisible = async () => (await scene.store.batches.get(jobId))?.visibleCount ?? 0;
  const within = { timeoutMs: ENDED_WITHIN_MS, everyMs: 20 };
  expect(await poll(readVisible, (count) => count >= open, within)).toBeGreaterThanOrEqual(open);
  await stopJob(client, jobId);
  signal(scene.pids('batch-fanout')[round % 2]);
  for (const site of scene.sites) site.release(held.group);
  const { status } = await untilEnded(client, jobId, ENDED_WITHIN_MS);
  await untilReleased(scene.store, accountId);
  const rows = await readAll(client, jobId, 100);
  const cancelled = new Set(rows.filter(({ result }) => result.error === 'cancelled').map(({ query }) => query.url));
  expect(status).toBe('stopped');
  expect(cancelled.size).toBeGreaterThan(STOPPED_ITEMS / 4);
  // Cancelled items are expected here.
  const asStopped = designed.map((item) =>
    cancelled.has(item.query.url) ? { ...item, error: 'cancelled', price: 0 } : item,
  );
  expect(faultsOf(await auditJob(scene.store, jobId, asStopped, rows))).toEqual([]);
};

/** Leaders die while the submits of dead gateways continue. */
const killGatewaysAndLeaders = async (scene: BatchScene, round: number): Promise<void> => {
  const rest = await strikeGateways(scene, round);
  await Promise.all([rest(), killLeaders(scene, round)]);
};

/** They kill different processes, and have accounts of their own. */
const submitAndStop = async (scene: BatchScene, round: number): Promise<void> => {
  await Promise.all([submitInParallel(scene, round), stopInTheMiddle(scene, round)]);
};

type PointCase = readonly [name: string, run: (scene: BatchScene, round: number) => Promise<void>];

const GATEWAYS = `kill -9 of gateways at ${GATEWAY_POINTS.length} points: a submit is kept whole or not at all`;
const LEADERS = `kill -9 of leaders at ${FANOUT_POINTS.length} points: another one carries on`;
const EQUAL = 'equal submits with one key while a gateway is killed: one job, one hold, equal answers';
const STOPPED = 'DELETE in the middle: what was begun counts, the rest is cancelled free of charge';

const LONG: readonly PointCase[] = [
  [GATEWAYS, killGateways],
  [LEADERS, killLeaders],
  [EQUAL, submitInParallel],
  [STOPPED, stopInTheMiddle],
];
const SHORT: readonly PointCase[] = [
  [`${GATEWAYS}; ${LEADERS}`, killGatewaysAndLeaders],
  [`${EQUAL}; ${STOPPED}`, submitAndStop],
];

const proveCase = async (scene: BatchScene, [name, run]: PointCase): Promise<void> => {
  const startedAt = Date.now();
  let failures = ROUNDS;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await run(scene, round);
      failures -= 1;
    }
  } catch (error) {
    if (error instanceof Error) error.message = `${name}, on ${scene.name}: ${error.message}`;
    throw error;
  } finally {
    const seconds = (Date.now() - startedAt) / 1_000;
    recordProof({ name: `${name.split(':', 1)[0]}, ${scene.name}`, cases: ROUNDS, failures, seconds });
  }
};

/**
 * Every case on every scene, one after the other. The short form distributes them over the kinds of stores, which have their own
 * suites.
 */
export const proveCases = async (scene: BatchScene, index: number, scenes: number): Promise<void> => {
  const cases = proofSize(1, 0) === 0 ? LONG : SHORT.filter((_, place) => place % scenes === index);
  for (const one of cases) await proveCase(scene, one);
};
