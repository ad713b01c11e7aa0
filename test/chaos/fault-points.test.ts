import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAULT_POINTS } from '@quarry/observability';
import { fleetParts, inParallel, proofSize, recordProof } from '@quarry/testkit';
import { startChaosScene, type ChaosScene } from './chaos-scene.js';

/** Points of a request's own way; the sweeper passes its own in its own time. */
const POINTS = FAULT_POINTS.filter((point) => !point.startsWith('sweeper.'));
const CALLERS = 6;
const ROUNDS = proofSize(1, 5);
const PATIENCE_MS = 60_000;

describe.each(fleetParts())('kill -9 at every step of a request, on $name', (parts) => {
  let scene: ChaosScene;
  const tally = { cases: 0, failures: 0, startedAt: 0 };

  beforeAll(async () => {
    scene = await startChaosScene(parts);
    tally.startedAt = Date.now();
  }, 180_000);

  afterAll(async () => {
    const seconds = (Date.now() - tally.startedAt) / 1_000;
    recordProof({
      name: `kill -9 at ${POINTS.length} points, ${parts.name}`,
      cases: tally.cases,
      failures: tally.failures,
      seconds,
    });
    await scene.close();
  }, 60_000);

  it.each(POINTS)(
    '%s: every caller gets its page, each charged once',
    async (point) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        tally.cases += 1;
        tally.failures += 1;
        const before = await scene.books();
        scene.faults.arm(point, 'kill');
        const answers = await inParallel(CALLERS, CALLERS, (index) =>
          scene.persist(`/slow/${100 + index}`, PATIENCE_MS),
        );
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: CALLERS }, () => 200));
        expect(scene.faults.isArmed(point)).toBe(false);
        const after = await scene.books();
        expect(after.period.charged - before.period.charged).toBe(CALLERS);
        tally.failures -= 1;
      }
    },
    ROUNDS * (PATIENCE_MS + 60_000),
  );
});
