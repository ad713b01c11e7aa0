import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FleetService } from './processes.js';

export type FleetSettings = Readonly<Record<string, string>>;

/** Replicas by service, 0 for none; one of services that are not named. */
export type Replicas = Readonly<Partial<Record<FleetService, number>>>;

export interface LaunchOptions {
  readonly root: string;
  readonly dataDir: string;
  readonly settings: FleetSettings;
  readonly replicas: Replicas;
}

/** How the runner of a fleet is started. */
export interface Launch {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: FleetSettings;
}

/** The services of a fleet of the tests that does not say which it needs. */
export const SERVICES: readonly FleetService[] = ['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout'];
export const ALL_SERVICES: readonly FleetService[] = [...SERVICES, 'console'];
/** Settings of the runner itself. */
const OF_THE_RUNNER = ['RESTART_DELAY_MAX_MS', 'HEALTH_CHECK_MS'];
const ENV_EXAMPLE = 'infra/docker/compose.env.example';

const pick = (settings: FleetSettings, isWanted: (name: string) => boolean): FleetSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isWanted(name)));

const quoted = (value: string): string => (value.includes("'") ? `"${value}"` : `'${value}'`);

/**
 * Starts the fleet of docker-compose.yml: settings that its variables offer are in an env file, the others in a further file
 * of Compose.
 */
const planCompose = async ({ root, dataDir, settings, replicas }: LaunchOptions): Promise<Launch> => {
  const example = await readFile(join(root, ENV_EXAMPLE), 'utf8');
  const offered = new Set([...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
  // There is no load balancer before a fleet of the tests.
  const variables = { SHUTDOWN_NOTICE_MS: '0', ...pick(settings, (name) => offered.has(name)) };
  const others = pick(settings, (name) => !offered.has(name) && !OF_THE_RUNNER.includes(name));
  const envFile = join(dataDir, 'test.env');
  const overrideFile = join(dataDir, 'test-override.json');
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}\n`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(envFile, lines.join(''), { mode: 0o600 });
  const services = Object.fromEntries(
    ALL_SERVICES.map((service) => [service, { environment: others, scale: replicas[service] ?? 1 }]),
  );
  await writeFile(overrideFile, JSON.stringify({ services }), { mode: 0o600 });
  return {
    script: 'infra/local/fleet/compose-fleet.mjs',
    args: ['--env-file', envFile, '--file', overrideFile],
    env: { CONSOLE_PORT: '0', ...pick(settings, (name) => OF_THE_RUNNER.includes(name)) },
  };
};

const planLocal = (settings: FleetSettings, replicas: Replicas): Launch => {
  const isWithoutConsoleAlone = Object.keys(replicas).every((service) => service === 'console');
  return {
    script: 'infra/local/fleet/start-replicas.mjs',
    args: Object.entries(replicas).map(([service, count]) => `--${service}=${count}`),
    // Several gateways need several ports, and the port after a free one may be taken.
    env: { ...(isWithoutConsoleAlone ? {} : { PORT: '0' }), CONSOLE_PORT: '0', ...settings },
  };
};

/** A fleet on MongoDB and S3 is started as docker-compose.yml says, any other one as `npm start` or `npm run fleet` does. */
export const planLaunch = async (options: LaunchOptions): Promise<Launch> => {
  const { settings, replicas } = options;
  if (settings['MONGODB_URI'] !== undefined) return planCompose(options);
  return Object.keys(replicas).length > 0
    ? planLocal(settings, replicas)
    : { script: 'infra/local/fleet/start.mjs', args: [], env: { CONSOLE_PORT: '0', ...settings } };
};

/** Settings of the command line for the fleet's store. */
export const readCliSettings = async (dataDir: string): Promise<FleetSettings> => {
  try {
    // safe because the runner of docker-compose.yml writes a record of texts
    return JSON.parse(await readFile(join(dataDir, 'compose-cli.json'), 'utf8')) as FleetSettings;
  } catch {
    return { QUARRY_DATA: dataDir };
  }
};
