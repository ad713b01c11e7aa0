import { spawn, type ChildProcess } from 'node:child_process';
import type { FleetService } from './processes.js';
import { environmentOf, READY_TIMEOUT_MS, serviceFile, STOP_TIMEOUT_MS } from './spawn-service.js';
import { isRunning, stopChild, untilReady } from '../host/child-process.js';
import { freePort } from '../host/free-port.js';
import { REPOSITORY_ROOT, type RunningFleet } from './start-fleet.js';

const RESTART_PAUSE_MS = 200;

/** A replica that is started again whenever it ends, on the same ports. */
export interface KeptService {
  /** Of a gateway: its API. */
  readonly baseUrl: string;
  /** Undefined between end and restart. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** Starts one more replica with the settings of the fleet's, keeps it running and waits until it is ready. */
export const keepService = async (
  fleet: RunningFleet,
  service: FleetService,
  env: Readonly<Record<string, string>> = {},
): Promise<KeptService> => {
  const [model] = fleet.processes(service);
  if (model === undefined) throw new Error(`the fleet runs no ${service}`);
  const [port, healthPort] = [await freePort(), await freePort()];
  const own = { PORT: String(port), HEALTH_PORT: String(healthPort), QUARRY_PARENT_PIPE: 'true' };
  const given = { ...environmentOf(model.pid), ...own, ...env };
  let isStopped = false;
  const start = (): ChildProcess => {
    const next = spawn(process.execPath, [serviceFile(REPOSITORY_ROOT, service)], {
      cwd: REPOSITORY_ROOT,
      env: given,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    next.stdin.on('error', () => undefined);
    next.once('exit', () => void setTimeout(startAgain, RESTART_PAUSE_MS));
    return next;
  };
  const startAgain = (): void => {
    if (!isStopped) child = start();
  };
  let child = start();
  const readyUrl = `http://127.0.0.1:${healthPort}/readyz`;
  if (!(await untilReady(readyUrl, READY_TIMEOUT_MS, () => true))) {
    throw new Error(`a replica of ${service} did not get ready`);
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: () => (isRunning(child) ? child.pid : undefined),
    stop: async () => {
      isStopped = true;
      await stopChild(child, STOP_TIMEOUT_MS);
    },
  };
};
