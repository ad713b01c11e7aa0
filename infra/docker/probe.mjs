/**
 * The health check of a container: 0 while the service is ready for work, else 1. Docker tells of an unhealthy container and
 * leaves it as it is, so a service that was alive and has not got on for three checks in a row is asked to end; the restart
 * policy starts it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env, exit, kill } from 'node:process';
import { pathToFileURL } from 'node:url';

/** Docker's own bound of a check is a second above. */
const ANSWER_MS = 5_000;
/** So many bad answers in a row, and the service is ended: one may be a busy moment. */
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

/** How many bad answers there were since the last good one; nothing while there was no good one yet. */
const readBadAnswers = (file) => {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return undefined;
  }
};

/** Asks both addresses and answers whether the service is ready. `end` is called when it does not get on. */
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
