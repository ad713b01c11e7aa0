import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { FAULT_POINTS, type FaultPoint } from '@quarry/observability';
import { fleetParts, inParallel, proofSize, type Answer } from '@quarry/testkit';
import { deal, type ChaosCase } from './chaos-cases.js';
import type { ChaosScene } from './chaos-scene.js';

/** Fault points of a request; those of the sweeper and of batches are tested elsewhere. */
export const POINTS = FAULT_POINTS.filter((point) => !/^(?:sweeper\.|fanout\.|gateway\.batch_)/.test(point));
const CALLERS = 6;
/** Callers who wait at once, at most. */
const MAX_WAITING = 12;
const NEXT_CALLER_MS = 100;
/** Longest wait for a process to reach a point. */
const ALL_STRUCK_MS = 150_000;
const PATIENCE_MS = 120_000;

/** Every caller gets its page, and each page is charged once. */
const expectServed = async (scene: ChaosScene, before: number, answers: readonly Answer[]): Promise<void> => {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const after = await scene.books();
  expect(after.period.charged - before).toBe(answers.length);
};

/** Concurrent callers while a process dies during one of the calls. */
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
 * Several points in one round. Those of gateway and worker are in different processes; those of one process happen one after the
 * other, each in the process that replaced the one before: calls go on until all have happened.
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
    // One after the other, so that a call is under way when a process is back.
    for (let index = 0; index < MAX_WAITING && (index < CALLERS || armed().length > 0); index += 1) {
      lanes.push(lane());
      lanes.at(-1)?.catch(() => undefined);
      await pause(NEXT_CALLER_MS);
    }
    await Promise.all(lanes);
    expect(armed()).toEqual([]);
    // When gateway and worker both died for one request, its lease ends at its deadline; a single death releases it.
    await scene.forgetPlaces();
    await expectServed(scene, before.period.charged, served);
    return undefined;
  },
});

/**
 * Every point, each on one kind of stores: what a store does with an interrupted call is tested in its own suites. Distributed
 * one by one, so that on each kind the gateway dies before and after the worker's part, and the worker in it.
 */
export const shortKills = (): ChaosCase[] => {
  const hands = fleetParts().length;
  return Array.from({ length: hands }, (_, index) => killAtAll(deal(POINTS, index, hands)));
};

/** Each point by itself. */
export const longKills = (): ChaosCase[] => POINTS.map(killAt);

export const killCases = (): ChaosCase[] => (proofSize(1, 0) === 1 ? shortKills() : longKills());
