import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fleetParts, inParallel, poll, proofSize, recordProof, type FleetService } from '@quarry/testkit';
import { auditJob, faultsOf, untilReleased, type JobAudit } from './audit-job.js';
import { SLOTS, startBatchScene, type BatchScene } from './batch-scene.js';
import { designItems, type DesignedItem } from './designed-items.js';
import { countFilesLeft } from './files-left.js';
import { injectFaults, type FaultPlan } from './inject-faults.js';
import type { PatientClient } from './patient-client.js';
import { isEnded, readAll, readStatus, readWhileRunning, submitJob, type ResultRow } from './read-job.js';
import { POINTS_TIMEOUT_MS, proveCases } from './point-cases.js';
import { oneOf, seededRandom } from './seeded-random.js';

const SEED = 20_261_122;
const ITEMS = proofSize(80, 5_000);
/** Keeps the short form's job running until all faults have happened. */
const HELD = { group: 'batch', count: proofSize(4, 0) };
const PLAN: FaultPlan = {
  kills: proofSize(3, 24),
  flushes: proofSize(1, 2),
  restarts: 1,
  freezes: proofSize(1, 3),
};
/** A worker is frozen where another one can take its jobs. */
const planOf = (scene: BatchScene): FaultPlan =>
  scene.replicas('browser-scrape') > 1 ? PLAN : { ...PLAN, freezes: 0 };
const JOB_MS = proofSize(240_000, 1_500_000);
const READ_LIMIT = 100;
const OPENED_ANSWERS = proofSize(20, 500);
const EVENTS = ['batch.started', 'batch.progress', 'batch.item.failed', 'batch.completed'];
const WEBHOOK_MS = 120_000;
/** Document, answer and a picture of each job that a killed worker was running. */
const FILES_PER_KILL = SLOTS * 3;
/** A killed process is restarted within this time. */
const BACK_MS = 30_000;

/** Checks that stored answers of some items belong to them. */
const openAnswers = async (
  client: PatientClient,
  designed: readonly DesignedItem[],
  rows: readonly ResultRow[],
): Promise<string[]> => {
  const random = seededRandom(SEED + 1);
  const byUrl = new Map(designed.map((item) => [item.query.url, item]));
  const opened = await inParallel(OPENED_ANSWERS, 8, async () => {
    const { query, result } = oneOf(random, rows);
    const shows = byUrl.get(query.url)?.shows;
    if (result.status !== 'ok' || shows === undefined) return undefined;
    const { pathname } = new URL(result.json ?? 'http://none/');
    const { status, body } = await client.ask('GET', pathname);
    const isRight = status === 200 && body.requestMetadata?.id === result.id && JSON.stringify(body).includes(shows);
    return isRight ? undefined : `${query.url}: ${status} and not ${shows}`;
  });
  return opened.filter((problem) => problem !== undefined);
};

/** Waits for the webhooks of the job's end; returns problems with them. */
const webhookFaults = async (scene: BatchScene, jobId: string): Promise<string[]> => {
  const wanted = [`${jobId}.started`, `${jobId}.completed`];
  await poll(
    () => wanted.every((id) => scene.receiver.heard.has(id)),
    (haveCome) => haveCome,
    { timeoutMs: WEBHOOK_MS, everyMs: 200 },
  );
  const own = [...scene.receiver.heard].filter(([id]) => id.startsWith(jobId));
  return [
    ...wanted.filter((id) => !scene.receiver.heard.has(id)).map((id) => `${id} never came`),
    ...own.filter(([, bodies]) => bodies.size !== 1).map(([id]) => `${id} told two stories`),
  ];
};

/** Services with a missing replica, long after the last fault. */
const missingProcesses = async (scene: BatchScene): Promise<string[]> => {
  const services = ['gateway', 'browser-scrape', 'batch-fanout'] as const;
  return poll(
    () => services.filter((service) => scene.pids(service).length !== scene.replicas(service)),
    (wrong) => wrong.length === 0,
    { timeoutMs: BACK_MS, everyMs: 100 },
  );
};

interface Outcome {
  readonly audit: JobAudit;
  readonly faults: Readonly<Record<string, number>>;
  /** Written by attempts that died; checked where files are on disk. */
  readonly filesLeft: number | undefined;
  readonly startedAt: number;
}

const record = (scene: BatchScene, { audit, faults, filesLeft, startedAt }: Outcome): void => {
  const seconds = (Date.now() - startedAt) / 1_000;
  const line = (name: string, cases: number, failures: number, note: string): void =>
    recordProof({ name: `${name}, ${scene.name}`, cases, failures, seconds, note });
  const { lost, duplicates, distinct, creditsExpected, creditsByJob, creditsByPeriod, creditsByJournal } = audit;
  const struck = Object.entries(faults);
  const count = struck.reduce((sum, [, times]) => sum + times, 0);
  line('faults injected', count, 0, struck.map(([kind, times]) => `${kind} ${times}`).join(', '));
  const ends = `distinct ${distinct}, twice ${duplicates}, lost ${lost}, ended by faults alone ${audit.underFaults}`;
  line('items', audit.items, lost + duplicates + audit.wrong.length, ends);
  const charged = [creditsByJob, creditsByPeriod, creditsByJournal, audit.creditsByItems];
  const miscounted = charged.filter((one) => one !== creditsExpected).length;
  line('credits', creditsExpected, miscounted, `job, period, journal, items: ${charged.join(', ')}`);
  const files = filesLeft === undefined ? '' : `; files of dead attempts ${filesLeft}, for retention`;
  const left = `holds, open items 0${files}`;
  line('orphans', audit.orphans.length, audit.orphans.length, audit.orphans.length === 0 ? left : audit.orphans.join());
};

const proveBatch = async (scene: BatchScene): Promise<void> => {
  const startedAt = Date.now();
  const accountId = `chaos-${randomUUID()}`;
  const client = await scene.account(accountId);
  const designed = designItems(ITEMS, scene.targets, seededRandom(SEED), { held: HELD });
  const jobId = await submitJob(
    client,
    designed.map(({ query }) => query),
    { webhook: { url: scene.receiver.url, events: EVENTS } },
  );
  const [faults, readMeanwhile] = await Promise.all([
    injectFaults(scene, jobId, planOf(scene), seededRandom(SEED)).finally(() => {
      for (const site of scene.sites) site.release(HELD.group);
    }),
    readWhileRunning(client, jobId, { limit: READ_LIMIT, timeoutMs: JOB_MS }),
  ]);
  await untilReleased(scene.store, accountId);
  const rows = await readAll(client, jobId, 1_000);
  const audit = await auditJob(scene.store, jobId, designed, rows);
  const isOnDisk = scene.name === 'embedded parts';
  const job = { id: jobId, accountId };
  const filesLeft = isOnDisk ? await countFilesLeft(scene.store, scene.fleet.dataDir, job) : undefined;
  record(scene, { audit, faults, filesLeft, startedAt });
  expect(faultsOf(audit)).toEqual([]);
  expect(filesLeft ?? 0).toBeLessThanOrEqual((faults['browser-scrape'] ?? 0) * FILES_PER_KILL);
  expect(await missingProcesses(scene)).toEqual([]);
  // Rows that were read while the job ran are unchanged, in the same order.
  expect(readMeanwhile).toEqual(rows);
  const status = await readStatus(client, jobId);
  expect(isEnded(status)).toBe(true);
  expect(status).toMatchObject({ responsesCount: ITEMS, creditsHeld: 0, creditsCharged: audit.creditsExpected });
  expect(await openAnswers(client, designed, rows)).toEqual([]);
  expect(await webhookFaults(scene, jobId)).toEqual([]);
};

/**
 * Services with two replicas: all, but the short form leaves out those that its cases on these stores do not need. Cases on the
 * first freeze a worker and kill leaders, those on the second use two gateways.
 */
const doubledOf = (index: number): { doubled?: readonly FleetService[] } => {
  if (proofSize(1, 0) === 0 || fleetParts().length === 1) return {};
  return { doubled: index === 0 ? ['browser-scrape', 'batch-fanout'] : ['gateway'] };
};

/** At the same time: faults are mostly waited for. */
const onEach = async (run: (scene: BatchScene, index: number) => Promise<void>): Promise<void> => {
  const results = await Promise.allSettled(scenes.map(run));
  results.forEach((result, index) => {
    if (result.status === 'fulfilled') return;
    const { reason } = result;
    if (reason instanceof Error) reason.message = `on ${scenes[index]?.name}: ${reason.message}`;
    throw reason;
  });
};

let scenes: BatchScene[] = [];

beforeAll(async () => {
  const started = await Promise.allSettled(
    fleetParts().map((parts, index) => startBatchScene(parts, doubledOf(index))),
  );
  scenes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  for (const result of started) if (result.status === 'rejected') throw result.reason;
}, 240_000);

afterAll(async () => {
  await Promise.all(scenes.map((scene) => scene.close()));
}, 120_000);

describe('batches while processes are killed', () => {
  it(
    `${ITEMS} items, Redis emptied too: each ends once, as designed, and is charged once`,
    () => onEach(proveBatch),
    JOB_MS + 300_000,
  );

  it(
    'a submit is kept whole or not at all, another leader carries on, equal submits are one job, DELETE stops in the middle',
    () => onEach((scene, index) => proveCases(scene, index, scenes.length)),
    POINTS_TIMEOUT_MS,
  );
});
