/**
 * The health check of a container: exits with 0 while the service is ready, else with 1. Docker reports an unhealthy container
 * but does not restart it, so a service that was alive and then fails three checks in a row gets SIGTERM; the restart policy
 * starts it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env, exit, kill } from 'node:process';
import { pathToFileURL } from 'node:url';

/** One second below Docker's own timeout of a check. */
const ANSWER_MS = 5_000;
/** Failed checks in a row that end the service: a single one may be a busy moment. */
export const MAX_BAD_ANSWERS = 3;
/** The service, or the init process, which passes signals on to it. */
const MAIN_PID = 1;

const answersWell = async (url) => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
};

/** The number of failed checks since the last good one; undefined before the first good one. */
const readBadAnswers = (file) => {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return undefined;
  }
};

/** Asks both addresses; returns whether the service is ready. Calls `end` after too many failed checks. */
export const probe = async ({ base, file, end }) => {
  const [isAlive, isReady] = await Promise.all([answersWell(`${base}/healthz`), answersWell(`${base}/readyz`)]);
  const before = readBadAnswers(file);
  if (isAlive) {
    if (before !== 0) writeFileSync(file, '0');
  } else if (before !== undefined) {
    const isEnded = before + 1 >= MAX_BAD_ANSWERS;
    writeFileSync(file, isEnded ? '0' : String(before + 1));
    if (isEnded) end();
  }
  return isReady;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isReady = await probe({
    base: `http://127.0.0.1:${env.HEALTH_PORT}`,
    file: path.join(tmpdir(), 'quarry-probe'),
    end: () => kill(MAIN_PID, 'SIGTERM'),
  });
  exit(isReady ? 0 : 1);
}
