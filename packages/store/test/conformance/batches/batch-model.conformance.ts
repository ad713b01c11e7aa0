import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Store } from '../../../src/port.js';
import { BatchModel } from './batch-model.js';
import type { ModelJob } from './batch-model.js';
import { expectSoundJob, LEASE_MS, readAllResults } from './batch-scene.js';
import { batchStep } from './batch-steps.js';
import type { BatchStep } from './batch-steps.js';
import { castFor, endOf, giveUpJob, itemIdOf, itemsOf, jobIdOf, playBatchStep, submitJob } from './play-batch-step.js';
import type { BatchCast } from './play-batch-step.js';
import { expectBalanced, START_MS, useScene } from '../store-scene.js';
import type { OpenStore, StoreScene } from '../store-scene.js';

const CREDITS = 60;
const MAX_STEPS = 50;

interface Run {
  readonly scene: StoreScene;
  readonly store: Store;
  readonly cast: BatchCast;
  readonly model: BatchModel;
}

const startRun = async (scene: StoreScene): Promise<Run> => {
  scene.nowMs = Math.max(scene.nowMs, START_MS);
  const { id: accountId } = await scene.newAccount(CREDITS);
  return { scene, store: scene.store, cast: castFor(accountId), model: new BatchModel(scene.nowMs, CREDITS) };
};

const publishBoth = async (run: Run, { job, owner, limit }: Extract<BatchStep, { kind: 'publish' }>): Promise<void> => {
  const { scene, store, model } = run;
  const jobId = jobIdOf(run.cast, job);
  const led = model.led(jobId, owner, scene.nowMs);
  const result = await store.batches.publish(jobId, owner, limit);
  expect(result !== null).toBe(led !== undefined);
  if (!led || !result) return;
  const [expected, before] = [model.publishable(led, limit), model.visibleCount(led)];
  expect(result.published).toBe(expected);
  const rows = await store.batches.results(jobId, { afterSeq: before, limit: 100 });
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, place) => before + place + 1));
  expect(rows).toHaveLength(expected);
  const ends = rows.map(({ endedAtMs }) => endedAtMs ?? Number.NaN);
  expect(ends).toEqual(ends.toSorted((left, right) => left - right));
  if (expected > 0) model.published(led, rows, scene.nowMs);
  expect(result.hasMore).toBe(model.publishable(led, limit) > 0);
  const left = led.items.filter(({ state, seq }) => state !== 'open' && seq === undefined);
  for (const { endedAtMs } of left) expect(endedAtMs).toBeGreaterThanOrEqual(ends.at(-1) ?? 0);
};

const finishBoth = async (run: Run, step: Extract<BatchStep, { kind: 'finish' }>): Promise<void> => {
  const { scene, store, model, cast } = run;
  const itemId = itemIdOf(cast, step.job, step.item);
  const known = model.item(itemId);
  const end = endOf(step, known?.held ?? 0);
  const result = await store.items.finish(itemId, end, step.attempt);
  const isWinner = model.finish(itemId, end.state, end.chargedCredits, step.attempt, scene.nowMs);
  expect(result?.isWinner).toBe(known ? isWinner : undefined);
};

const submitBoth = async (run: Run, step: Extract<BatchStep, { kind: 'submit' }>): Promise<void> => {
  const { scene, store, model, cast } = run;
  const outcome = await submitJob(store, cast, step, scene.nowMs);
  const items = itemsOf(cast, step.job, step.holds).map(({ id, holdCredits: held }) => ({ id, held }));
  expect(outcome).toBe(model.submit(jobIdOf(cast, step.job), items, step.hasWebhook, scene.nowMs));
};

/** The steps of which the model knows the whole answer. */
const expectedAnswer = ({ model, scene, cast }: Run, step: BatchStep): unknown => {
  const { nowMs } = scene;
  const jobId = 'job' in step ? jobIdOf(cast, step.job) : '';
  switch (step.kind) {
    case 'lease':
      return model.lease(step.owner, LEASE_MS, nowMs).sort();
    case 'renew': {
      const job = model.led(jobId, step.owner, nowMs);
      if (job) job.leaseEndsAtMs = Math.max(job.leaseEndsAtMs, nowMs + LEASE_MS);
      return job !== undefined;
    }
    case 'release':
      return model.release(jobId, step.owner);
    case 'handOver':
    case 'endItems': {
      const itemIds = step.items.map((item) => itemIdOf(cast, step.job, item));
      return model[step.kind](jobId, step.owner, itemIds, nowMs);
    }
    case 'begin':
      return model.canBegin(itemIdOf(cast, step.job, step.item), step.attempt, nowMs);
    case 'nextAttempt':
      return model.nextAttempt(itemIdOf(cast, step.job, step.item), step.attempt);
    default:
      return undefined;
  }
};

const comparable = (step: BatchStep, answer: unknown): unknown => {
  // safe because these are the port's answers to these steps
  if (step.kind === 'lease') return (answer as { id: string }[]).map(({ id }) => id).sort();
  if (step.kind === 'renew' || step.kind === 'begin') return answer !== null;
  return answer;
};

const take = async (run: Run, step: BatchStep): Promise<void> => {
  const { scene, store, model, cast } = run;
  // No two steps at the same time: what ended first is told by its time.
  scene.nowMs += step.kind === 'wait' ? step.durationMs : 1;
  const { nowMs } = scene;
  switch (step.kind) {
    case 'submit':
      return submitBoth(run, step);
    case 'finish':
      return finishBoth(run, step);
    case 'publish':
      return publishBoth(run, step);
    case 'giveUp':
      return giveUpJob(store, cast, step, nowMs);
    case 'stop':
    case 'wait':
    case 'roll':
      await playBatchStep(store, cast, step, nowMs);
      if (step.kind === 'stop') model.stop(jobIdOf(cast, step.job));
      return;
    default: {
      const answer = await playBatchStep(store, cast, step, nowMs);
      expect(comparable(step, answer)).toEqual(expectedAnswer(run, step));
    }
  }
};

const checkJob = async ({ store }: Run, job: ModelJob): Promise<void> => {
  const { state } = await expectSoundJob(store, { jobId: job.id, ids: job.items.map(({ id }) => id) });
  expect(state).toBe(job.state);
  for (const { id, state: itemState, attempt, charged, seq } of job.items) {
    const row = await store.items.get(id);
    expect(row).toMatchObject({ state: itemState, attempt, chargedCredits: charged });
    expect(row?.seq).toBe(seq);
  }
};

const checkPeriods = async ({ store, model, cast, scene }: Run): Promise<void> => {
  await expectBalanced(store, cast.accountId);
  const periods = await store.accounts.periods(cast.accountId);
  // One that has ended is rolled by whoever needs it first, which is the adapter's own affair.
  if (scene.nowMs >= (periods.at(-1)?.endMs ?? 0)) return;
  model.account.roll(scene.nowMs);
  expect(periods).toMatchObject(model.account.periods);
};

const checkAgainstModel = async (run: Run): Promise<void> => {
  await checkPeriods(run);
  for (const job of run.model.jobs.values()) await checkJob(run, job);
};

/** Every event once; those of failed items name each of them once. */
const checkEvents = async ({ store, cast }: Run, job: ModelJob): Promise<void> => {
  const deliveries = await store.webhooks.list(cast.accountId, { limit: 1000, jobId: job.id });
  const ids = deliveries.map(({ id }) => id.slice(job.id.length + 1));
  expect(new Set(ids).size).toBe(ids.length);
  const progress = ids.filter((id) => id.startsWith('progress.')).sort();
  expect(progress).toEqual(job.hasWebhook ? job.toldPercents.map((percent) => `progress.${percent}`).sort() : []);
  expect(ids.includes('completed')).toBe(job.hasWebhook);
  const wasStarted = job.items.some(({ handedOverAtMs }) => handedOverAtMs !== undefined);
  expect(ids.includes('started')).toBe(job.hasWebhook && wasStarted);
  // safe because the event says so
  const told = deliveries.flatMap(({ event, data }) =>
    event === 'batch.item.failed' ? (data['items'] as { id: string }[]).map(({ id }) => id) : [],
  );
  const failed = job.items.filter(({ state }) => state !== 'ok').map(({ id }) => id);
  expect(told.sort()).toEqual(job.hasWebhook ? failed.sort() : []);
};

/** Ends every job, so that the next run's leases see its own jobs only. */
const endRun = async (run: Run): Promise<void> => {
  const { scene, model, cast } = run;
  await take(run, { kind: 'wait', durationMs: LEASE_MS });
  await take(run, { kind: 'lease', owner: 'first' });
  for (const [job, jobId] of cast.jobIds.entries()) {
    const open = model.jobs.get(jobId)?.items.map((_, item) => item) ?? [];
    await take(run, { kind: 'endItems', owner: 'first', job, items: open });
    await take(run, { kind: 'publish', owner: 'first', job, limit: 100 });
  }
  await scene.store.ledger.rollPeriods(1000);
  await checkAgainstModel(run);
  expect(model.account.periods.reduce((held, period) => held + period.held, 0)).toBe(0);
  for (const job of model.jobs.values()) await checkEvents(run, job);
};

const describeOneByOne = (openStore: OpenStore, runs: number): void =>
  describe('any order of steps of jobs', () => {
    const scene = useScene(openStore);

    it('keeps periods, figures and rows together and agrees with the model after every step', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(batchStep, { minLength: 5, maxLength: MAX_STEPS, size: 'max' }), async (steps) => {
          const run = await startRun(scene());
          for (const step of steps) {
            await take(run, step);
            await checkAgainstModel(run);
          }
          await endRun(run);
        }),
        { numRuns: runs },
      );
    }, 180_000);
  });

/** The books of one account and its jobs, whatever was done to them. */
const checkBooks = async (store: Store, cast: BatchCast): Promise<void> => {
  await expectBalanced(store, cast.accountId);
  const jobs = await store.batches.list(cast.accountId, { limit: 100 });
  let held = 0;
  for (const { id: jobId, requestsCount } of jobs) {
    const ids = (cast.itemIds[cast.jobIds.indexOf(jobId)] ?? []).slice(0, requestsCount);
    held += (await expectSoundJob(store, { jobId, ids })).heldCredits;
  }
  const periods = await store.accounts.periods(cast.accountId);
  expect(periods.reduce((total, period) => total + period.held, 0)).toBe(held);
};

const describeTogether = (openStore: OpenStore, runs: number): void =>
  describe('steps of jobs at the same time', () => {
    const scene = useScene(openStore);
    const turns = fc.array(fc.array(batchStep, { minLength: 1, maxLength: 12 }), {
      minLength: 3,
      maxLength: 10,
      size: 'max',
    });

    it('keep periods, figures and rows together, and never change what is visible', async () => {
      const another = await scene().fixture.openAnother();
      await fc.assert(
        fc.asyncProperty(turns, async (script) => {
          const { store, cast } = await startRun(scene());
          const stores = [store, another];
          const seen = new Map<string, unknown>();
          for (const turn of script) {
            scene().nowMs += Math.max(...turn.map((step) => (step.kind === 'wait' ? step.durationMs : 1)));
            const { nowMs } = scene();
            await Promise.all(turn.map((step, place) => playBatchStep(stores[place % 2] ?? store, cast, step, nowMs)));
            await checkBooks(store, cast);
            for (const jobId of cast.jobIds) {
              for (const row of await readAllResults(store, jobId)) {
                expect(seen.get(row.id) ?? row).toEqual(row);
                seen.set(row.id, row);
              }
            }
          }
        }),
        { numRuns: runs },
      );
    }, 180_000);
  });

export const describeBatchModel = (openStore: OpenStore, runs: number): void => {
  describeOneByOne(openStore, runs);
  describeTogether(openStore, runs);
};
