import path from 'node:path';
import { READY_TIMEOUT_MS, watchHealth } from './health-watch.mjs';
import { readLogTail } from '../host/log-file.mjs';
import { identify } from '../host/process-identity.mjs';
import { Failure } from '../host/run-command.mjs';
import { supervise } from '../host/supervise.mjs';

const POLL_MS = 60;
/** Time for one process to finish its work, and for all of them together. */
const STOP_GRACE_MS = 24_000;
const STOP_BUDGET_MS = 34_000;
const MIN_GRACE_MS = 2_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The processes of one fleet. They are stopped by groups, in reverse order of their start; a group is a service. */
export const createProcesses = ({ root, dataDir, maxDelayMs, healthCheckMs, say, onChange }) => {
  const running = [];
  let isHalted = false;
  const start = async ({ name, group = name, command, args, env, isReady, healthPort }) => {
    if (isHalted) throw new Failure('Stopped before it was ready');
    const logFile = path.join(dataDir, 'logs', `${name}.log`);
    let diedAs;
    const own = { group };
    const child = supervise({
      command,
      args,
      cwd: root,
      env,
      logFile,
      maxDelayMs,
      onStart() {
        own.watch?.started();
        onChange();
      },
      onCrash({ how, delayMs }) {
        diedAs = how;
        if (delayMs === undefined) return;
        say(`  ! ${name} ended (${how}); started again ${delayMs === 0 ? 'at once' : `in ${delayMs / 1_000} s`}`);
      },
    });
    own.child = child;
    running.push(own);
    onChange();
    const endsAt = Date.now() + READY_TIMEOUT_MS;
    while (!(await isReady())) {
      const problem = diedAs ? `${name} ended at its start (${diedAs})` : `${name} did not get ready in time`;
      if (diedAs || Date.now() > endsAt) throw new Failure(`${problem}; the end of ${logFile}:`, readLogTail(logFile));
      if (isHalted) throw new Failure('Stopped before it was ready');
      await pause(POLL_MS);
    }
    child.keepAlive();
    if (healthPort === undefined) return;
    own.watch = watchHealth({
      healthPort,
      pauseMs: healthCheckMs,
      onStuck() {
        say(`  ! ${name} does not get on; it is ended`);
        child.crash();
      },
    });
  };
  return {
    start,
    identities: () => running.filter(({ child }) => child.pid).map(({ child }) => identify(child.pid)),
    async stop() {
      const endsAt = performance.now() + STOP_BUDGET_MS;
      for (const { watch } of running) watch?.stop();
      for (const group of [...new Set(running.map((own) => own.group))].reverse()) {
        const graceMs = Math.max(MIN_GRACE_MS, Math.min(STOP_GRACE_MS, endsAt - performance.now()));
        await Promise.all(running.filter((own) => own.group === group).map(({ child }) => child.stop(graceMs)));
      }
    },
    kill() {
      isHalted = true;
      for (const { child, watch } of running) {
        watch?.stop();
        child.kill();
      }
    },
  };
};
