import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { boundLog, openLog, rotateLog } from './log-file.mjs';
import { killGroup } from './run-command.mjs';

/** Crashes are counted over this time; the first restart is immediate, the next ones are increasingly delayed. */
export const CRASH_WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
const MAX_CRASHES_KEPT = 100;
const LOG_CHECK_MS = 10_000;

/** How long to wait before the next start, from the times of earlier crashes, this one included. */
export const restartDelayMs = (crashTimes, now, maxDelayMs = MAX_DELAY_MS) => {
  const recent = crashTimes.filter((time) => now - time < CRASH_WINDOW_MS).length;
  return recent <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (recent - 2), maxDelayMs);
};

/**
 * Keeps one program running, as leader of its own process group and with our end of its standard input open. Every end that was
 * not asked for calls `onCrash({ how, delayMs })`. Until `keepAlive` is called a crash is not followed by a restart and has no
 * `delayMs`: a program that ends before it was ever ready would do so again.
 */
export const supervise = ({ command, args, cwd, env, logFile, maxDelayMs, onCrash, onStart = () => {} }) => {
  const crashTimes = [];
  let child;
  let isStopping = false;
  let isStarting = true;
  let restartTimer;
  let ended = Promise.resolve();

  const start = () => {
    const log = openLog(logFile);
    child = spawn(command, args, { cwd, env, stdio: ['pipe', log, log], detached: true });
    closeSync(log);
    child.stdin.on('error', () => {});
    const own = child;
    ended = new Promise((resolve) => {
      const end = (how) => {
        // The rest of its process group has no owner any more.
        if (own.pid) killGroup(own.pid, 'SIGKILL');
        resolve();
        if (isStopping) return;
        crashTimes.push(Date.now());
        if (crashTimes.length > MAX_CRASHES_KEPT) crashTimes.shift();
        const delayMs = isStarting ? undefined : restartDelayMs(crashTimes, Date.now(), maxDelayMs);
        onCrash({ how, delayMs });
        if (delayMs !== undefined) restartTimer = setTimeout(start, delayMs);
      };
      own.once('error', (error) => end(error.message));
      own.once('exit', (code, signal) => end(signal ?? `code ${code}`));
    });
    if (own.pid) onStart(own.pid);
  };

  const logTimer = setInterval(() => boundLog(logFile), LOG_CHECK_MS);
  logTimer.unref();
  rotateLog(logFile);
  start();
  return {
    get pid() {
      return child.pid;
    },
    /** From now on a crash is followed by a restart. */
    keepAlive() {
      isStarting = false;
    },
    /** Ends the program as a crash would: it is started again. */
    crash() {
      if (child.pid) killGroup(child.pid, 'SIGKILL');
    },
    /** Ends the program: SIGTERM, and after `graceMs` SIGKILL for its whole group. */
    async stop(graceMs) {
      isStopping = true;
      clearTimeout(restartTimer);
      clearInterval(logTimer);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const late = setTimeout(() => killGroup(child.pid, 'SIGKILL'), graceMs);
      await ended;
      clearTimeout(late);
    },
    /** Ends the program's whole group at once. */
    kill() {
      isStopping = true;
      clearTimeout(restartTimer);
      clearInterval(logTimer);
      if (child.pid) killGroup(child.pid, 'SIGKILL');
    },
  };
};
