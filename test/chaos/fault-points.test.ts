import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAULT_POINTS } from '@quarry/observability';
import { inParallel, proofSize } from '@quarry/testkit';
import { startChaosScenes, type ChaosScenes } from './chaos-scene.js';

/** Points of a request's own way; the sweeper passes its own in its own time, and batches have theirs. */
const POINTS = FAULT_POINTS.filter((point) => !/^(?:sweeper\.|fanout\.|gateway\.batch_)/.test(point));
const CALLERS = 6;
const ROUNDS = proofSize(1, 5);
const PATIENCE_MS = 60_000;

let scenes: ChaosScenes;

beforeAll(async () => {
  scenes = await startChaosScenes();
}, 240_000);

afterAll(() => scenes.close(`kill -9 at each of ${POINTS.length} points`), 90_000);

describe('kill -9 at every step of a request', () => {
  it.each(POINTS)(
    '%s: every caller gets its page, each charged once',
    async (point) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await scenes.round(async (scene) => {
          const before = await scene.books();
          scene.faults.arm(point, 'kill');
          const answers = await inParallel(CALLERS, CALLERS, (index) =>
            scene.persist(`/slow/${100 + index}`, PATIENCE_MS),
          );
          expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: CALLERS }, () => 200));
          expect(scene.faults.isArmed(point)).toBe(false);
          const after = await scene.books();
          expect(after.period.charged - before.period.charged).toBe(CALLERS);
        });
      }
    },
    ROUNDS * (PATIENCE_MS + 80_000),
  );
});
