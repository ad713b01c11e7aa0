import { fileURLToPath } from 'node:url';
import { endLeftovers, readSecret, removeDemoFile, takeDataFolder, writeDemoFile } from './data-folder.mjs';
import { isRedisReady, prepareRedis, redisNote } from './embedded-redis.mjs';
import { cleanEnvironment } from '../host/environment.mjs';
import { addressesOf, fleetEnvironment, givenEnvironment } from './fleet-environment.mjs';
import { createProcesses } from './fleet-processes.mjs';
import { findPorts } from './fleet-ports.mjs';
import { describeReplicas, FLEET, nameReplicas, PAGE_READERS } from './replicas.mjs';
import { Failure, runOrFail } from '../host/run-command.mjs';
import { consolesOf, gatewaysOf, runnerProblems } from './runner-settings.mjs';

export { FLEET } from './replicas.mjs';

const SEED_SCRIPT = 'dist/seed-demo.js';
const GUARD = fileURLToPath(new URL('../host/guard.mjs', import.meta.url));

const READY_PROBE_MS = 2_000;
/** Services that start at the same time; each has the full timeout. */
const STARTS_AT_ONCE = FLEET.length;

/** A setting of the runner itself; undefined where it is left out. */
const milliseconds = (text) => (text ? Number(text) : undefined);

const isServiceReady = async (healthPort) => {
  try {
    const answer = await fetch(`http://127.0.0.1:${healthPort}/readyz`, {
      signal: AbortSignal.timeout(READY_PROBE_MS),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
};

/**
 * Memory of a service stays where it was after its first requests: small young generation, no mid-tier compiler
 * (its working memory is never given back), few allocator arenas, and an old generation that is collected before its garbage
 * outgrows what is kept. Measured in docs/decisions/0007-memory-flags.md.
 */
const NODE_FLAGS = [
  '--max-semi-space-size=4',
  '--no-maglev',
  '--initial-old-space-size=64',
  '--heap-growing-percent=50',
];
/**
 * A page's tree outgrows a small young generation and would be copied repeatedly: a fifth of these services' CPU. Parallel
 * scavenging shortens pauses but costs more CPU in total.
 */
const PAGE_READER_FLAGS = ['--max-semi-space-size=16', '--no-maglev', '--no-parallel-scavenge'];

/** Arguments of Node for a service; the images have the same. */
export const serviceArguments = (name) => [
  ...(PAGE_READERS.has(name) ? PAGE_READER_FLAGS : NODE_FLAGS),
  `dist/${name}.js`,
];

const startRedis = async ({ processes, env, dataDir, secret, tools, node, port }) => {
  const redis = prepareRedis({ dataDir, port, secret });
  await processes.start({
    name: 'redis',
    command: node,
    args: [GUARD, redisNote(dataDir), tools.REDIS_SERVER, redis.file],
    env: cleanEnvironment(env),
    isReady: () => isRedisReady(redis),
  });
  return redis.url;
};

/** The ports that a member is told: each gateway and each console has its own, and the others get those of the first. */
const portsOf = ({ members, member, ports }) => {
  const portOf = (service) => {
    const replicas = members.filter((other) => other.service === service);
    return ports[service][Math.max(0, replicas.indexOf(member))];
  };
  const consolePort = portOf('console');
  return { PORT: String(portOf('gateway')), ...(consolePort ? { CONSOLE_PORT: String(consolePort) } : {}) };
};

/** Starts every member, a few at once. */
const startServices = async ({ processes, members, ports, environmentOf, node }) => {
  const waiting = [...members.entries()];
  const startNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, member] = next;
      const { service, name } = member;
      const healthPort = ports.health[index];
      await processes.start({
        name,
        group: service,
        command: node,
        args: serviceArguments(service),
        env: { ...environmentOf(service), ...portsOf({ members, member, ports }), HEALTH_PORT: String(healthPort) },
        isReady: () => isServiceReady(healthPort),
        healthPort,
      });
    }
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, startNext));
};

/** Makes the demo account unless it exists; returns `{ apiKey }`, and with a console `signInUrl`, a link that works once. */
const seedDemo = async ({ root, node, env, hasConsole }) => {
  const args = [SEED_SCRIPT, ...(hasConsole ? ['--sign-in-link'] : [])];
  return JSON.parse(await runOrFail('Could not make the demo account', node, args, { cwd: root, env }));
};

/** Starts Redis where nobody else does, and returns the environment of each service. */
const openEnvironments = async ({ options, processes, ports, host }) => {
  const { dataDir, env, node, tools, progress, workerMemoryBytes } = options;
  const [[port], [consolePort]] = [ports.gateway, ports.console];
  if (options.environmentOf) {
    await options.startParts?.(processes.start);
    const known = { dataDir, port, consolePort, tools, node };
    return (service) => givenEnvironment({ given: options.environmentOf(service), ...known });
  }
  const secret = readSecret(dataDir);
  const redis = { processes, env, dataDir, secret, tools, node, port: ports.redis };
  const redisUrl = env.REDIS_URL || (await progress.step('Redis', () => startRedis(redis)));
  const shared = { env, dataDir, host, port, consolePort, redisUrl, secret, tools, node, workerMemoryBytes };
  return () => fleetEnvironment(shared);
};

/**
 * Starts the whole fleet on one data folder and waits until it is ready. Returns `{ baseUrl, gateways, filesUrl, apiKey,
 * stop, kill }`: `gateways` are the addresses of all gateways, `stop` ends every process in order, `kill` at once; a fleet
 * with a console has `consoleUrl` too. A failed start leaves nothing behind. `onKillable` is called early with a function that
 * ends a start before it is ready; `onReady` is called just before demo.json is written, the last step, with the same,
 * `signInUrl` and `health`: name and address of each process, for `/healthz`, `/readyz` and `/metrics`.
 *
 * `replicas` is the number of each service (default: one), `workerMemoryBytes` the memory of each worker (default: what it
 * finds).
 *
 * `environmentOf(service)`, where it is given, returns the whole environment of a service, and of `cli` for the demo account;
 * `givenEnvironment` adds to it. Then no Redis is started: the environments name theirs, and `startParts` may start it, with a
 * function that keeps a process running like the services. `env` is the runner's own, for `PORT`, `HOST`,
 * `RESTART_DELAY_MAX_MS` and `HEALTH_CHECK_MS`.
 */
export const startFleet = async (options) => {
  const {
    root,
    dataDir,
    env,
    node,
    progress,
    services = FLEET,
    replicas,
    onKillable = () => {},
    onReady = () => {},
  } = options;
  const [problem] = runnerProblems(env, gatewaysOf(replicas, services), consolesOf(replicas, services));
  if (problem) throw new Failure(problem);
  const lock = takeDataFolder(dataDir);
  let baseUrl;
  const processes = createProcesses({
    root,
    dataDir,
    maxDelayMs: milliseconds(env.RESTART_DELAY_MAX_MS),
    healthCheckMs: milliseconds(env.HEALTH_CHECK_MS),
    say: progress.line,
    onChange: () => lock.note({ baseUrl, processes: processes.identities() }),
  });
  const leave = () => {
    removeDemoFile(dataDir);
    lock.release();
  };
  const kill = () => {
    processes.kill();
    leave();
  };
  onKillable(kill);
  const begin = async () => {
    removeDemoFile(dataDir);
    await endLeftovers({ dataDir, processes: lock.previous?.processes });
    const host = env.HOST || '127.0.0.1';
    const members = nameReplicas(services, replicas);
    const ports = await findPorts({ env, members, host });
    const [[port], [consolePort]] = [ports.gateway, ports.console];
    const environmentOf = await openEnvironments({ options, processes, ports, host });
    const { CONSOLE_URL } = environmentOf('cli');
    const addresses = addressesOf({ ...environmentOf('gateway'), CONSOLE_URL }, port, consolePort);
    ({ baseUrl } = addresses);
    await progress.step(describeReplicas(services, replicas), () =>
      startServices({ processes, members, ports, environmentOf, node }),
    );
    const hasConsole = consolePort !== undefined;
    const { apiKey, signInUrl } = await seedDemo({ root, node, env: environmentOf('cli'), hasConsole });
    const health = members.map(({ name }, index) => ({ name, url: `http://127.0.0.1:${ports.health[index]}` }));
    const gateways = ports.gateway.map((own) => `http://127.0.0.1:${own}`);
    return { demo: { ...addresses, gateways, apiKey }, signInUrl, health };
  };
  try {
    const { demo, signInUrl, health } = await begin();
    onReady({ ...demo, signInUrl, health });
    writeDemoFile(dataDir, demo);
    return {
      ...demo,
      kill,
      async stop() {
        await processes.stop();
        leave();
      },
    };
  } catch (error) {
    kill();
    throw error;
  }
};
