import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../src/sqlite/open-database.js';
import type { DatabaseOptions } from '../../src/sqlite/open-database.js';
import { serveEngine } from '../../src/sqlite/serve-engine.js';
import { withCrashPoints } from './crash-points.js';

/** The engine's thread, ended on the spot at one of its statements: nothing is rolled back or closed by its own hand. */
const { stepsToLive, ...options } = workerData as DatabaseOptions & { stepsToLive: number };
let left = stepsToLive;
const db = openDatabase(options);
const doomed = withCrashPoints(db, () => {
  if (left === 0) process.exit(1);
  left -= 1;
});
if (parentPort) serveEngine(parentPort, doomed);
