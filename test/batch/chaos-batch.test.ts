import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fleetParts, inParallel, proofSize, recordProof } from '@quarry/testkit';
import { auditJob, faultsOf, untilReleased, type JobAudit } from './audit-job.js';
import { startBatchScene, type BatchScene } from './batch-scene.js';
import { designItems, type DesignedItem } from './designed-items.js';
import { injectFaults, type FaultPlan } from './inject-faults.js';
import type { PatientClient } from './patient-client.js';
import { isEnded, readAll, readStatus, readWhileRunning, submitJob, type ResultRow } from './read-job.js';
import { oneOf, seededRandom } from './seeded-random.js';

const SEED = 20_261_122;
const ITEMS = proofSize(1_000, 10_000);
const PLAN: FaultPlan = {
  kills: proofSize(6, 24),
  flushes: 2,
  restarts: 1,
  freezes: proofSize(1, 3),
};
const JOB_MS = proofSize(180_000, 1_500_000);
const READ_LIMIT = 100;
const OPENED_ANSWERS = proofSize(60, 500);
const EVENTS = ['batch.started', 'batch.progress', 'batch.item.failed', 'batch.completed'];
const WEBHOOK_MS = 120_000;

/** Opens stored answers of some items and sees that each is its own. */
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

/** Waits for the webhooks of the job's end; answers what is wrong with those that came. */
const webhookFaults = async (scene: BatchScene, jobId: string): Promise<string[]> => {
  const wanted = [`${jobId}.started`, `${jobId}.completed`];
  const giveUpAt = Date.now() + WEBHOOK_MS;
  while (!wanted.every((id) => scene.receiver.heard.has(id)) && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const own = [...scene.receiver.heard].filter(([id]) => id.startsWith(jobId));
  return [
    ...wanted.filter((id) => !scene.receiver.heard.has(id)).map((id) => `${id} never came`),
    ...own.filter(([, bodies]) => bodies.size !== 1).map(([id]) => `${id} told two stories`),
  ];
};

const record = (
  scene: BatchScene,
  audit: JobAudit,
  faults: Readonly<Record<string, number>>,
  startedAt: number,
): void => {
  const seconds = (Date.now() - startedAt) / 1_000;
  const injected = Object.entries(faults).map(([kind, count]) => `${kind} ${count}`);
  const { lost, duplicates, distinct, creditsExpected, creditsByJob, creditsByPeriod, creditsByJournal } = audit;
  const where = `, ${scene.name}`;
  const count = Object.values(faults).reduce((sum, one) => sum + one, 0);
  recordProof({ name: `faults injected${where}`, cases: count, failures: 0, seconds, note: injected.join(', ') });
  const note = `distinct ${distinct}, twice ${duplicates}, lost ${lost}, by faults alone ${audit.underFaults}`;
  recordProof({
    name: `items${where}`,
    cases: audit.items,
    failures: lost + duplicates + audit.wrong.length,
    seconds,
    note,
  });
  const charged = [creditsByJob, creditsByPeriod, creditsByJournal, audit.creditsByItems];
  const miscounted = charged.filter((one) => one !== creditsExpected).length;
  const credits = `expected ${creditsExpected}; job, period, journal, items ${charged.join(', ')}`;
  recordProof({ name: `credits${where}`, cases: creditsExpected, failures: miscounted, seconds, note: credits });
  recordProof({ name: `orphans${where}`, cases: audit.orphans.length, failures: audit.orphans.length, seconds });
};

describe.each(fleetParts())('a batch on $name', (parts) => {
  let scene: BatchScene;

  beforeAll(async () => {
    scene = await startBatchScene(parts);
  }, 240_000);

  afterAll(() => scene.close(), 120_000);

  it(
    `${ITEMS} items while processes are killed and Redis is emptied: each ends once, as designed, and is charged once`,
    async () => {
      const startedAt = Date.now();
      const client = await scene.account('chaos');
      const designed = designItems(ITEMS, scene.targets, seededRandom(SEED));
      const jobId = await submitJob(
        client,
        designed.map(({ query }) => query),
        { webhook: { url: scene.receiver.url, events: EVENTS } },
      );
      const [faults, readMeanwhile] = await Promise.all([
        injectFaults(scene, jobId, PLAN, seededRandom(SEED)),
        readWhileRunning(client, jobId, { limit: READ_LIMIT, timeoutMs: JOB_MS }),
      ]);
      await untilReleased(scene.store, 'chaos');
      const rows = await readAll(client, jobId, 1_000);
      const audit = await auditJob(scene.store, jobId, designed, rows);
      record(scene, audit, faults, startedAt);
      expect(faultsOf(audit)).toEqual([]);
      // What was read while the job ran is what stands, in the same order.
      expect(readMeanwhile).toEqual(rows);
      const status = await readStatus(client, jobId);
      expect(isEnded(status)).toBe(true);
      expect(status).toMatchObject({ responsesCount: ITEMS, creditsHeld: 0, creditsCharged: audit.creditsExpected });
      expect(await openAnswers(client, designed, rows)).toEqual([]);
      expect(await webhookFaults(scene, jobId)).toEqual([]);
    },
    JOB_MS + 300_000,
  );
});
