import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fleetParts, proofSize, recordProof } from '@quarry/testkit';
import { startBatchScene, type BatchScene } from './batch-scene.js';
import type { PatientClient } from './patient-client.js';
import { readStatus, stopJob, submitJob, untilEnded } from './read-job.js';

const SLOTS = 8;
const PAGE_MS = 250;
const LARGE = proofSize(1_000, 10_000);
const SMALL = 10;
const ROUNDS = proofSize(3, 9);
/** Another account's large job may cost a small one less than this many times its time alone. */
const MAX_SLOWDOWN = 3;
const CALLERS = 24;
const LOAD_MS = proofSize(8_000, 30_000);
/** While callers could fill every slot alone, a batch still gets this share of them. */
const MIN_BATCH_SHARE = 0.05;
/** Three rounds through the slots would take an interactive caller this long if no batch ran. */
const MAX_INTERACTIVE_P99_MS = 3_000;
const ENDED_WITHIN_MS = 120_000;

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

let scene: BatchScene;
let count = 0;

beforeAll(async () => {
  const [parts] = fleetParts();
  if (parts === undefined) throw new Error('there are no parts');
  scene = await startBatchScene(parts, { env: { SLOTS: String(SLOTS) }, doubled: [] });
}, 240_000);

afterAll(() => scene.close(), 120_000);

const requests = (size: number): { url: string; jsRendering: boolean }[] =>
  Array.from({ length: size }, () => {
    count += 1;
    const site = scene.targets.sites[count % scene.targets.sites.length] ?? '';
    return { url: `${site}/slow/${PAGE_MS}/${count}`, jsRendering: false };
  });

const runSmall = async (client: PatientClient): Promise<number> => {
  const startedAt = performance.now();
  const jobId = await submitJob(client, requests(SMALL));
  while (((await scene.store.batches.get(jobId))?.visibleCount ?? 0) < SMALL) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const elapsedMs = performance.now() - startedAt;
  expect((await untilEnded(client, jobId, ENDED_WITHIN_MS)).succeededCount).toBe(SMALL);
  return elapsedMs;
};

const rounds = async (client: PatientClient): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await runSmall(client));
  return median(times);
};

describe('batches of several accounts', () => {
  it(
    `${SMALL} items end in under ${MAX_SLOWDOWN} times their time alone while another account's ${LARGE} run`,
    async () => {
      const startedAt = Date.now();
      const [large, small] = await Promise.all([scene.account('large'), scene.account('small')]);
      await runSmall(small);
      const aloneMs = await rounds(small);
      const jobId = await submitJob(large, requests(LARGE));
      while (((await scene.store.batches.get(jobId))?.visibleCount ?? 0) < SLOTS * 2) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const besideMs = await rounds(small);
      const running = await readStatus(large, jobId);
      await stopJob(large, jobId);
      await untilEnded(large, jobId, ENDED_WITHIN_MS);
      const isFair = besideMs < MAX_SLOWDOWN * aloneMs;
      recordProof({
        name: 'fairness between accounts',
        cases: ROUNDS,
        failures: isFair ? 0 : 1,
        seconds: (Date.now() - startedAt) / 1_000,
        note: `${SMALL} items alone ${aloneMs.toFixed(0)} ms, beside ${LARGE} ${besideMs.toFixed(0)} ms (${(besideMs / aloneMs).toFixed(2)} times)`,
      });
      // Otherwise the large job would not have competed.
      expect(running.status).toBe('in_progress');
      expect(isFair).toBe(true);
    },
    ROUNDS * 60_000,
  );

  it(
    'moves on under callers who could fill every slot, whose calls are still answered soon',
    async () => {
      const [batch, caller] = await Promise.all([scene.account('steady'), scene.account('caller')]);
      const jobId = await submitJob(batch, requests(LARGE));
      const endsAt = Date.now() + LOAD_MS;
      const latenciesMs: number[] = [];
      const failures: number[] = [];
      const lane = async (): Promise<void> => {
        while (Date.now() < endsAt) {
          const startedAt = performance.now();
          const [request] = requests(1);
          const { status } = await caller.once('POST', '/scrape/web', request);
          latenciesMs.push(performance.now() - startedAt);
          if (status !== 200) failures.push(status);
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, lane));
      const done = (await scene.store.batches.get(jobId))?.visibleCount ?? 0;
      await stopJob(batch, jobId);
      await untilEnded(batch, jobId, ENDED_WITHIN_MS);
      latenciesMs.sort((left, right) => left - right);
      const p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0;
      const share = done / (done + latenciesMs.length);
      recordProof({
        name: 'batch beside steady callers',
        cases: latenciesMs.length,
        failures: failures.length,
        seconds: LOAD_MS / 1_000,
        note: `batch ${done} items (${(share * 100).toFixed(0)} % of the work), callers p99 ${p99Ms.toFixed(0)} ms`,
      });
      expect(failures).toEqual([]);
      expect(share).toBeGreaterThan(MIN_BATCH_SHARE);
      expect(p99Ms).toBeLessThan(MAX_INTERACTIVE_P99_MS);
    },
    LOAD_MS + 180_000,
  );
});
