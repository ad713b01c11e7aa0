import { spawn, type ChildProcess } from 'node:child_process';
import type { FleetService } from './processes.js';
import { environmentOf, serviceFile } from './spawn-service.js';
import { freePort } from '../host/free-port.js';
import { REPOSITORY_ROOT, type RunningFleet } from './start-fleet.js';

const RESTART_PAUSE_MS = 200;
const STOP_TIMEOUT_MS = 60_000;
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** A replica that is started again whenever it ends, on the same ports. */
export interface KeptService {
  /** Of a gateway: its API. */
  readonly baseUrl: string;
  /** Undefined between two lives. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** Starts one more replica with the settings of the one that the fleet runs, keeps it running and waits until it is ready. */
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
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (Date.now() > giveUpAt) throw new Error(`a replica of ${service} did not get ready`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: () => (isAlive(child) ? child.pid : undefined),
    stop: async () => {
      isStopped = true;
      if (!isAlive(child)) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(late);
    },
  };
};
