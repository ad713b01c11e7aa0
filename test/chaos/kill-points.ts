import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { FAULT_POINTS, type FaultPoint } from '@quarry/observability';
import { fleetParts, inParallel, proofSize, type Answer } from '@quarry/testkit';
import { deal, type ChaosCase } from './chaos-cases.js';
import type { ChaosScene } from './chaos-scene.js';

/** Points of a request's own way; the sweeper passes its own in its own time, and batches have theirs. */
export const POINTS = FAULT_POINTS.filter((point) => !/^(?:sweeper\.|fanout\.|gateway\.batch_)/.test(point));
const CALLERS = 6;
/** Callers who wait at once, at most. */
const MAX_WAITING = 12;
const NEXT_CALLER_MS = 100;
/** A point that nobody has passed by then is passed by nobody. */
const ALL_STRUCK_MS = 150_000;
const PATIENCE_MS = 120_000;

/** Every caller has its page, and each page is charged once. */
const expectServed = async (scene: ChaosScene, before: number, answers: readonly Answer[]): Promise<void> => {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const after = await scene.books();
  expect(after.period.charged - before).toBe(answers.length);
};

/** Callers at once, one of whom has a process die under him. */
const killAt = (point: FaultPoint): ChaosCase => ({
  name: point,
  cases: 1,
  run: async (scene) => {
    const before = await scene.books();
    scene.faults.arm(point, 'kill');
    const answers = await inParallel(CALLERS, CALLERS, (index) => scene.persist(`/slow/${100 + index}`, PATIENCE_MS));
    expect(scene.faults.isArmed(point)).toBe(false);
    await expectServed(scene, before.period.charged, answers);
    return undefined;
  },
});

/**
 * Several points in one round. Those of gateway and worker are in different processes; those of one process strike one after
 * the other, each in the life after the one that the last had ended, whoever comes to it first: callers come until all have struck.
 */
const killAtAll = (points: readonly FaultPoint[]): ChaosCase => ({
  name: points.join(', '),
  cases: points.length,
  run: async (scene) => {
    const before = await scene.books();
    const armed = (): FaultPoint[] => points.filter((point) => scene.faults.isArmed(point));
    for (const point of points) scene.faults.arm(point, 'kill');
    const giveUpAt = Date.now() + ALL_STRUCK_MS;
    let callers = 0;
    const served: Answer[] = [];
    const lane = async (): Promise<void> => {
      while (callers < CALLERS || (armed().length > 0 && Date.now() < giveUpAt)) {
        callers += 1;
        served.push(await scene.persist(`/slow/${100 + callers}`, PATIENCE_MS));
      }
    };
    const lanes: Promise<void>[] = [];
    // One after the other, so that somebody is on his way when a process is back.
    for (let index = 0; index < MAX_WAITING && (index < CALLERS || armed().length > 0); index += 1) {
      lanes.push(lane());
      lanes.at(-1)?.catch(() => undefined);
      await pause(NEXT_CALLER_MS);
    }
    await Promise.all(lanes);
    expect(armed()).toEqual([]);
    // Where gateway and worker died over one request, its place is free at its deadline; each death alone gives it back.
    await scene.forgetPlaces();
    await expectServed(scene, before.period.charged, served);
    return undefined;
  },
});

/**
 * Every point, each on one kind of parts: what a store does with an order that is cut off anywhere is proved in its own
 * suites. Dealt one by one, so that on each kind the gateway dies before and after the worker's part, and the worker in it.
 */
export const shortKills = (): ChaosCase[] => {
  const hands = fleetParts().length;
  return Array.from({ length: hands }, (_, index) => killAtAll(deal(POINTS, index, hands)));
};

/** Each point alone. */
export const longKills = (): ChaosCase[] => POINTS.map(killAt);

export const killCases = (): ChaosCase[] => (proofSize(1, 0) === 1 ? shortKills() : longKills());
