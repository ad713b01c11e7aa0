import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withChosenParts } from './fleet-parts.js';
import { forgetFleet, rememberFleet } from './fleet-logs.js';
import { ALL_SERVICES, planLaunch, readCliSettings, SERVICES, type Replicas } from './plan-launch.js';
import { stopChild } from '../host/child-process.js';
import { freePort } from '../host/free-port.js';
import { endWithProcess } from '../host/end-with-process.js';
import { noteStart } from '../times/note-start.js';
import { fleetProcesses, type FleetProcess, type FleetService } from './processes.js';

export const REPOSITORY_ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Longest start of a built fleet. */
const START_TIMEOUT_MS = 120_000;
/** Longest clean end after SIGTERM. */
const STOP_TIMEOUT_MS = 40_000;
const POLL_MS = 50;
/** Cache of the services' compiled code; it saves a fifth of the CPU of a start. */
const COMPILE_CACHE = join(REPOSITORY_ROOT, '.toolchain', 'compile-cache');

const SETTINGS_OF_TESTS = {
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  // Tests scrape many pages that fail, far more than a paying caller would.
  FREE_BUDGET_CREDITS: '1000000',
  // Otherwise tests fail where the disk is nearly full.
  DISK_LOW_SHARE: '0',
};

export interface DemoAccess {
  readonly baseUrl: string;
  readonly filesUrl: string;
  readonly apiKey: string;
}

/** The runner's demo.json of a fleet that is ready. */
interface Demo extends DemoAccess {
  /** Addresses of all gateways, the one of `baseUrl` first. */
  readonly gateways: readonly string[];
  /** Absent: a fleet without a console. */
  readonly consoleUrl?: string;
}

export interface RunningFleet extends Demo {
  readonly dataDir: string;
  readonly runnerPid: number;
  /** Settings of the command line for this fleet's store. */
  readonly cliEnv: Readonly<Record<string, string>>;
  /** Processes of this fleet now; `service` is `gateway`, `browser-scrape`, `redis` or `chromium`. */
  processes(service?: string): FleetProcess[];
  /** Everything the runner printed. */
  output(): string;
}

export interface Fleet extends RunningFleet {
  /** Stops as Ctrl-C does. Keeps the data unless the fleet made its own folder. Returns the runner's exit code. */
  stop(): Promise<number | null>;
}

export interface FleetOptions {
  /** Default: a temporary folder that is removed with the fleet. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly replicas?: Replicas;
  /** The only services that run. Default: all but the console. */
  readonly services?: readonly FleetService[];
  /** A file that gets the runner's output too. */
  readonly outputFile?: string;
}

const readDemo = async (dataDir: string): Promise<Demo | null> => {
  try {
    return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  } catch {
    return null;
  }
};

/**
 * Starts the whole fleet as a user does and waits for its demo.json: by the start script, or on MongoDB and S3 from
 * docker-compose.yml.
 */
export const startFleet = async (options: FleetOptions = {}): Promise<Fleet> => {
  const startedAt = performance.now();
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'quarry-fleet-')));
  await rm(join(dataDir, 'demo.json'), { force: true });
  const { env: given = {}, services = SERVICES } = options;
  const left = ALL_SERVICES.filter((service) => !services.includes(service)).map((service) => [service, 0]);
  const replicas: Replicas = { ...Object.fromEntries(left), ...options.replicas };
  const settings = { ...SETTINGS_OF_TESTS, ...(await withChosenParts(given)) };
  const { script, args, env } = await planLaunch({ root: REPOSITORY_ROOT, dataDir, settings, replicas });
  const runner = spawn(process.execPath, [script, ...args], {
    cwd: REPOSITORY_ROOT,
    // A setting of the tests; the fleet refuses settings that it does not know.
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      QUARRY_CORPUS: undefined,
      QUARRY_DATA: dataDir,
      PORT: String(await freePort()),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
    if (options.outputFile !== undefined) appendFileSync(options.outputFile, chunk);
  };
  runner.stdout.on('data', collect);
  runner.stderr.on('data', collect);
  endWithProcess(() => stopChild(runner, STOP_TIMEOUT_MS));
  const access = await waitForDemo(dataDir, runner, () => output);
  noteStart('fleet', startedAt);
  rememberFleet(dataDir, () => output);
  return {
    ...access,
    dataDir,
    runnerPid: runner.pid ?? 0,
    cliEnv: await readCliSettings(dataDir),
    processes: (service) => fleetProcesses(runner.pid ?? 0, service),
    output: () => output,
    async stop() {
      const code = await stopChild(runner, STOP_TIMEOUT_MS);
      forgetFleet(dataDir);
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
};

const waitForDemo = async (dataDir: string, runner: ChildProcess, output: () => string): Promise<Demo> => {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const demo = await readDemo(dataDir);
    if (demo) return demo;
    if (runner.exitCode !== null || Date.now() > giveUpAt) {
      runner.kill('SIGTERM');
      throw new Error(`the fleet did not start:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
