import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetService } from './processes.js';
import { respondsWell, stopChild, untilReady } from '../host/child-process.js';
import { freePort } from '../host/free-port.js';
import { REPOSITORY_ROOT, type RunningFleet } from './start-fleet.js';

export const READY_TIMEOUT_MS = 60_000;
export const STOP_TIMEOUT_MS = 60_000;

/** One more replica of a service, started by the test and never restarted. */
export interface Replica {
  readonly pid: number;
  /** Of a gateway: its API. */
  readonly baseUrl: string;
  isReady(): Promise<boolean>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** The environment that a process was started with. */
export const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );

export interface ServiceStart {
  /** Where the version to run is installed and built. Default: this one. */
  readonly root?: string;
  readonly service: FleetService;
  readonly env: Readonly<Record<string, string>>;
}

/** The script of a service, relative to the root. */
export const serviceFile = (root: string, service: FleetService): string => {
  const bundled = `dist/${service}.js`;
  // Versions before the bundles ran the compiler's output.
  return existsSync(join(root, bundled)) ? bundled : `services/${service}/dist/main.js`;
};

/** Starts a service as a process of the test, on free ports unless `env` has them, and waits until it is ready. */
export const startService = async ({ root = REPOSITORY_ROOT, service, env }: ServiceStart): Promise<Replica> => {
  const own = { PORT: String(await freePort()), HEALTH_PORT: String(await freePort()) };
  const given = { ...own, ...env, QUARRY_PARENT_PIPE: 'true' };
  const child = spawn(process.execPath, [serviceFile(root, service)], {
    cwd: root,
    env: given,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const readyUrl = `http://127.0.0.1:${given.HEALTH_PORT}/readyz`;
  if (!(await untilReady(readyUrl, READY_TIMEOUT_MS, () => child.exitCode === null))) {
    child.kill('SIGKILL');
    throw new Error(`${service} of ${root} did not get ready`);
  }
  return {
    pid: child.pid ?? 0,
    baseUrl: `http://127.0.0.1:${given.PORT}`,
    isReady: () => respondsWell(readyUrl),
    exited,
    kill: (signal) => void child.kill(signal),
    stop: () => stopChild(child, STOP_TIMEOUT_MS),
  };
};

const PORTS = new Set(['PORT', 'HEALTH_PORT']);

/** Starts a replica with the settings of the fleet's, addresses included, and waits until it is ready. */
export const spawnService = async (
  fleet: RunningFleet,
  service: FleetService,
  env: Readonly<Record<string, string>> = {},
): Promise<Replica> => {
  const [model] = fleet.processes(service);
  if (model === undefined) throw new Error(`the fleet runs no ${service}`);
  const settings = Object.entries(environmentOf(model.pid)).filter(([name]) => !PORTS.has(name));
  return startService({ service, env: { ...Object.fromEntries(settings), ...env } });
};
