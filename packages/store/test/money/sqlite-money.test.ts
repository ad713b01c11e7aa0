import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { proofSize, recordProof } from '@quarry/testkit';
import { createEngineClient } from '../../src/sqlite/engine-client.js';
import { createSqliteStore, openSqliteStore } from '../../src/sqlite/open-sqlite-store.js';
import { openDatabase } from '../../src/sqlite/open-database.js';
import type { DatabaseOptions } from '../../src/sqlite/open-database.js';
import { SOURCE_HOOK } from '../sqlite/source-hook.js';
import { withCrashPoints } from './crash-points.js';
import { createInlineEngine } from './inline-engine.js';
import type { DoomedStore, OpenMoney } from './money-fixture.js';
import { describeMoneyProof } from './money-proof.js';
import type { MoneyFigures } from './money-proof.js';

const MAX_PENDING_CALLS = 100;
const DOOMED_ENGINE = new URL('./doomed-engine.child.ts', import.meta.url);

const newFolder = (): { options: DatabaseOptions; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-money-'));
  const options: DatabaseOptions = { path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 10_000 };
  return { options, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Dies by an exception at its statement, and every later one throws as well: nothing of a batch can be committed then. */
const openInlineDoomed = async (
  options: DatabaseOptions,
  clock: () => number,
  stepsToLive: number,
): Promise<DoomedStore> => {
  let left = stepsToLive;
  let isDead = false;
  const db = openDatabase(options);
  const doomed = withCrashPoints(db, () => {
    isDead ||= left === 0;
    left -= 1;
    if (isDead) throw new Error('The process has died here.');
  });
  return {
    store: createSqliteStore(createInlineEngine(doomed), clock),
    isDead: () => isDead,
    abandon: async () => {
      db.close();
    },
  };
};

const openInline: OpenMoney = async () => {
  const { options, remove } = newFolder();
  return {
    openStore: async (clock) => createSqliteStore(createInlineEngine(openDatabase(options)), clock),
    openDoomed: (clock, stepsToLive) => openInlineDoomed(options, clock, stepsToLive),
    dispose: async () => remove(),
  };
};

const openThreadDoomed = async (
  options: DatabaseOptions,
  clock: () => number,
  stepsToLive: number,
): Promise<DoomedStore> => {
  const worker = new Worker(DOOMED_ENGINE, {
    workerData: { ...options, stepsToLive },
    execArgv: ['--import', SOURCE_HOOK],
  });
  let isDead = false;
  worker.once('exit', () => (isDead = true));
  await once(worker, 'message');
  return {
    store: createSqliteStore(createEngineClient(worker, MAX_PENDING_CALLS), clock),
    isDead: () => isDead,
    abandon: async () => {
      await worker.terminate();
    },
  };
};

const openThreads: OpenMoney = async () => {
  const { options, remove } = newFolder();
  return {
    openStore: (clock) => openSqliteStore({ path: options.path, clock }),
    openDoomed: (clock, stepsToLive) => openThreadDoomed(options, clock, stepsToLive),
    dispose: async () => remove(),
  };
};

const reportAs =
  (name: string) =>
  ({ histories, calls, crashes, lostCalls, failures, seconds }: MoneyFigures): void =>
    recordProof({
      name,
      cases: histories,
      failures,
      seconds,
      note: `calls ${calls}, crashes ${crashes}, lost ${lostCalls}`,
    });

describeMoneyProof('SQLite, crash at any statement', openInline, {
  runs: proofSize(16, 5_000),
  leastRuns: proofSize(16, 500),
  searchMs: proofSize(240_000, 210_000),
  maxSteps: 25,
  maxStepsToLive: 40,
  timeoutMs: 300_000,
  report: reportAs('SQLite: any interleaving, crash at any statement'),
});

describeMoneyProof('SQLite, engine threads that die', openThreads, {
  runs: proofSize(3, 100),
  leastRuns: proofSize(3, 15),
  searchMs: proofSize(240_000, 45_000),
  maxSteps: 15,
  maxStepsToLive: 40,
  timeoutMs: 300_000,
  report: reportAs('SQLite: engine threads end at any statement'),
});
