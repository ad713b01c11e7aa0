import { afterAll, beforeAll, describe } from '@jest/globals';
import { recordProof } from '@quarry/testkit';
import { START_MS } from '../conformance/store-scene.js';
import { createMongoDatabase, type MongoDatabase } from '../mongo/mongo-database.js';
import type { Store } from '../../src/port.js';
import { playAtEachCommand, type CaseCount } from './each-command.js';
import { openCounted, type CountedStore, type Time } from './mongo-scenarios.js';

/** How to describe a suite that needs the server, and the end of its name. */
export const crashSuite = (uri: string | undefined) => ({
  describeWithServer: uri === undefined ? describe.skip : describe,
  suite: uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '',
});
export const CRASH_TIMEOUT_MS = 180_000;
/** More than any call of a suite sends. */
const MOST_COMMANDS = 60;

interface CrashStores {
  readonly database: MongoDatabase;
  /** To open a store takes longer than most cases: all take the same ones. */
  readonly store: Store;
  /** The store that dies, is overtaken or sleeps: armed anew for each case. */
  readonly counted: CountedStore;
}

export const die = (): never => {
  throw new Error('dead');
};

/** The stores of a suite that interrupts calls at each of their commands, on a database of its own; counts its cases as a proof. */
export const useCrashScene = (uri: string | undefined, proof: string, use: (stores: CrashStores) => void) => {
  const count: CaseCount = { begun: 0, finished: 0 };
  const time: Time = { nowMs: START_MS };
  const clock = (): number => time.nowMs;
  let database: MongoDatabase;
  let startedAt = 0;

  beforeAll(async () => {
    if (uri === undefined) return;
    startedAt = performance.now();
    database = createMongoDatabase(uri);
    use({ database, store: await database.open(clock), counted: await openCounted(database, clock) });
  });
  afterAll(async () => {
    if (uri === undefined) return;
    await database.drop();
    const seconds = (performance.now() - startedAt) / 1000;
    recordProof({ name: proof, cases: count.begun, failures: count.begun - count.finished, seconds });
  });

  /** What is left of an account would be rolled along by the sweeps of all later cases. */
  const atEachCommand = (play: (commands: number) => Promise<{ wasReached: boolean }>): Promise<void> =>
    playAtEachCommand(count, MOST_COMMANDS, async (commands) => {
      try {
        return await play(commands);
      } finally {
        await database.clear();
      }
    });

  return { time, clock, atEachCommand };
};
