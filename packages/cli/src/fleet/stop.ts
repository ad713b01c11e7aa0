import { setTimeout as sleep } from 'node:timers/promises';
import { causeOf } from '../error-cause.js';
import { fail, succeed, type Outcome } from '../outcome.js';
import { isRunning, readRunner } from './runner-lock.js';

/** Longer than a fleet takes that has to end its last process by force. */
export const STOP_WAIT_MS = 60_000;
const POLL_MS = 100;

/** Ends the fleet of a data folder and waits until its runner is gone. That none runs is a success. */
export const stopFleet = async (dataDir: string, { waitMs = STOP_WAIT_MS } = {}): Promise<Outcome> => {
  const runner = readRunner(dataDir);
  if (!runner) return succeed('', `no fleet runs on ${dataDir}`);
  const { pid, baseUrl } = runner;
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    return fail(`The fleet on ${dataDir} (process ${pid}) cannot be stopped by this user (${causeOf(error)}).`);
  }
  const endsAtMs = performance.now() + waitMs;
  while (isRunning(runner)) {
    if (performance.now() > endsAtMs) {
      return fail(
        `The fleet on ${dataDir} (process ${pid}) is still stopping. Run the command again to end it at once.`,
      );
    }
    await sleep(POLL_MS);
  }
  return succeed('', `stopped the fleet on ${dataDir}${baseUrl === undefined ? '' : ` at ${baseUrl}`}`);
};
