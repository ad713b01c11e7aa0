import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAULT_POINTS } from '@quarry/observability';
import { proofSize } from '@quarry/testkit';
import { deal, startChaosScenes, type ChaosScenes } from './chaos-cases.js';
import { killCases, POINTS } from './kill-points.js';
import { outageCases } from './outages.js';
import { REDIS_CASES } from './redis-loss.js';
import { FROZEN_WORKER, ROLLING_RESTART } from './replicas.js';
import { WATCH_DOG_CASES } from './watch-dog.js';

/** Only a hang reaches these. */
const TIMEOUT_MS = proofSize(400_000, 1_800_000);

let scenes: ChaosScenes;

beforeAll(async () => {
  scenes = await startChaosScenes();
}, 240_000);

afterAll(() => scenes?.close(), 90_000);

describe('a fleet whose processes and parts fail', () => {
  it(
    'kill -9 at every step of a request: every caller gets its page, each charged once',
    async () => {
      await scenes.proveDealt(`kill -9 at each of ${POINTS.length} points`, killCases(), proofSize(1, 2));
    },
    TIMEOUT_MS,
  );

  it(
    'the store or the files away: running calls end well, new ones are turned away, nothing is charged twice',
    async () => {
      const rounds = Array.from({ length: proofSize(1, 4) });
      await scenes.prove('store or files away', (scene) => rounds.flatMap(() => outageCases(scene)));
    },
    TIMEOUT_MS,
  );

  it(
    'Redis lost under waiting calls: all are answered, each charged once',
    async () => {
      await scenes.proveDealt('Redis lost under waiting calls', REDIS_CASES, proofSize(1, 4));
    },
    TIMEOUT_MS,
  );

  it(
    'jobs delivered twice are answered and charged once; a rolling restart fails no call',
    async () => {
      await scenes.proveDealt('delivered twice, rolling restart', [FROZEN_WORKER, ROLLING_RESTART]);
    },
    TIMEOUT_MS,
  );

  it(
    'a process that stands still is ended and started anew, and the fleet serves again',
    async () => {
      await scenes.proveDealt('a process that stands still', WATCH_DOG_CASES);
    },
    TIMEOUT_MS,
  );
});

it('no point is left out, here or with batches', () => {
  const others = FAULT_POINTS.filter((point) => !POINTS.includes(point));
  // The sweeper's suite covers its point.
  expect(others.filter((point) => !/^(?:gateway\.batch_|fanout\.)/.test(point))).toEqual(['sweeper.rows_purged']);
  expect([0, 1].flatMap((index) => deal(POINTS, index, 2)).sort()).toEqual([...POINTS].sort());
});
