import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { proofSize, recordProof } from '@quarry/testkit';
import mongoose from 'mongoose';
import { openMongoStore } from '../../src/mongo/open-mongo-store.js';
import { PATIENT } from '../mongo/mongo-database.js';
import type { DoomedStore, OpenMoney } from './money-fixture.js';
import { describeMoneyProof } from './money-proof.js';

const uri = process.env['TEST_MONGODB_URI'];

/** Dies before one of its commands, and sends nothing any more. */
const openDoomed = async (
  options: { uri: string; database: string; clock: () => number },
  stepsToLive: number,
): Promise<DoomedStore> => {
  let left = Number.POSITIVE_INFINITY;
  let isDead = false;
  const beforeCommand = (): void => {
    isDead ||= left <= 0;
    left -= 1;
    if (isDead) throw new Error('The process has died here.');
  };
  const store = await openMongoStore({ ...PATIENT, ...options, beforeCommand });
  left = stepsToLive;
  return { store, isDead: () => isDead, abandon: () => store.close() };
};

const openDatabase =
  (serverUri: string): OpenMoney =>
  async () => {
    const database = `quarry-money-${randomUUID()}`;
    return {
      openStore: (clock) => openMongoStore({ ...PATIENT, uri: serverUri, database, clock }),
      openDoomed: (clock, stepsToLive) => openDoomed({ uri: serverUri, database, clock }, stepsToLive),
      dispose: async () => {
        const connection = await mongoose.createConnection(serverUri, { dbName: database }).asPromise();
        await connection.dropDatabase();
        await connection.close();
      },
    };
  };

if (uri === undefined) {
  describe('money: MongoDB', () => {
    it.skip('is not proven: TEST_MONGODB_URI names no server', () => undefined);
  });
} else {
  describeMoneyProof('MongoDB, crash before any command', openDatabase(uri), {
    runs: proofSize(6, 600),
    leastRuns: proofSize(6, 100),
    searchMs: proofSize(240_000, 120_000),
    maxSteps: 15,
    maxStepsToLive: 30,
    timeoutMs: 300_000,
    report: ({ histories, calls, crashes, lostCalls, failures, seconds }) =>
      recordProof({
        name: 'MongoDB: any interleaving, crash before any command',
        cases: histories,
        failures,
        seconds,
        note: `calls ${calls}, crashes ${crashes}, lost ${lostCalls}`,
      }),
  });
}
