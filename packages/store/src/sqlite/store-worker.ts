import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from './engine.js';
import { openDatabase } from './open-database.js';
import type { DatabaseOptions } from './open-database.js';
import { serveEngine } from './serve-engine.js';
import type { FromWorker } from './serve-engine.js';

if (parentPort) {
  try {
    serveEngine(parentPort, openDatabase(workerData as DatabaseOptions));
  } catch (error) {
    parentPort.postMessage({ openFailure: toFailure(error) } satisfies FromWorker);
  }
}
