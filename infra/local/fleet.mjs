import { fileURLToPath } from 'node:url';
import { endLeftovers, readSecret, removeDemoFile, takeDataFolder, writeDemoFile } from './data-folder.mjs';
import { isRedisReady, prepareRedis, redisNote } from './embedded-redis.mjs';
import { cleanEnvironment } from './environment.mjs';
import { addressesOf, fleetEnvironment, givenEnvironment } from './fleet-environment.mjs';
import { createProcesses } from './fleet-processes.mjs';
import { findFreePorts, portProblem } from './local-ports.mjs';
import { describeReplicas, FLEET, nameReplicas, PAGE_READERS } from './replicas.mjs';
import { Failure, runOrFail } from './run-command.mjs';

export { FLEET } from './replicas.mjs';

const SEED_SCRIPT = 'packages/cli/dist/seed-demo.js';
const GUARD = fileURLToPath(new URL('guard.mjs', import.meta.url));

export const DEFAULT_PORT = 3_000;
const MAX_PORT = 65_535;
const READY_PROBE_MS = 2_000;
/** So many services start side by side; each has its whole time to get ready. */
const STARTS_AT_ONCE = FLEET.length;

/** The ports that are asked for, one after the other and proven free; undefined when any will do. */
const choosePorts = async ({ text, count, host }) => {
  const first = text ? Number(text) : DEFAULT_PORT;
  if (!Number.isInteger(first) || first < 0 || first > MAX_PORT) {
    throw new Failure(`PORT is "${text}"; write a number from 0 (any free port) to ${MAX_PORT}`);
  }
  if (first === 0) return undefined;
  if (first + count - 1 > MAX_PORT) {
    throw new Failure(
      `PORT is ${first} and ${count} gateways need ports up to ${first + count - 1}; choose a lower one`,
    );
  }
  const ports = Array.from({ length: count }, (_, index) => first + index);
  for (const port of ports) {
    const problem = await portProblem(port, host);
    if (problem === 'EADDRINUSE') {
      const needed = count === 1 ? '' : ` and ${count} gateways need ${first} to ${first + count - 1}`;
      const other = port === MAX_PORT ? 0 : port + 1;
      throw new Failure(`Port ${port} is taken${needed}; choose another one: PORT=${other} npm start`);
    }
    if (problem) throw new Failure(`Quarry cannot listen on ${host}:${port} (${problem}); set HOST or PORT otherwise`);
  }
  return ports;
};

/** Every port of the fleet, all different. */
const findPorts = async ({ text, members, host }) => {
  const gatewayCount = members.filter(({ service }) => service === 'gateway').length;
  // A fleet of the tests may have no gateway; its environment names a port all the same.
  const count = Math.max(1, gatewayCount);
  const chosen = await choosePorts({ text, count, host });
  const [redis, ...free] = await findFreePorts(1 + members.length + count);
  return { redis, health: free.slice(0, members.length), gateway: chosen ?? free.slice(members.length) };
};

/** A setting of the runner's own; undefined where it is left out. */
const milliseconds = (env, name) => {
  const text = env[name];
  if (text && !/^\d{1,6}$/.test(text)) throw new Failure(`${name} is "${text}"; write milliseconds`);
  return text ? Number(text) : undefined;
};

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
 * outgrows what is kept. Measured in docs/architecture.md.
 */
const NODE_FLAGS = [
  '--max-semi-space-size=4',
  '--no-maglev',
  '--initial-old-space-size=64',
  '--heap-growing-percent=50',
];
/**
 * A page's tree outgrows a small young generation and would be copied again and again: a fifth of these services' CPU. Helpers
 * that copy beside the thread end its pauses sooner and cost more CPU in all.
 */
const PAGE_READER_FLAGS = ['--max-semi-space-size=16', '--no-maglev', '--no-parallel-scavenge'];

/** How Node is told to run a service; the images say the same. */
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

/** Starts every member, a few at once. A gateway has a port of its own; everybody else is told the first one's. */
const startServices = async ({ processes, members, ports, environmentOf, node }) => {
  const gateways = members.filter(({ service }) => service === 'gateway');
  const waiting = [...members.entries()];
  const startNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { service, name }] = next;
      const healthPort = ports.health[index];
      const port = ports.gateway[Math.max(0, gateways.indexOf(members[index]))];
      await processes.start({
        name,
        group: service,
        command: node,
        args: serviceArguments(service),
        env: { ...environmentOf(service), PORT: String(port), HEALTH_PORT: String(healthPort) },
        isReady: () => isServiceReady(healthPort),
        healthPort,
      });
    }
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, startNext));
};

/** Makes the demo account where it is not there yet; answers its key. */
const seedDemo = async ({ root, node, env }) => {
  const stdout = await runOrFail('Could not make the demo account', node, [SEED_SCRIPT], { cwd: root, env });
  return JSON.parse(stdout).apiKey;
};

/**
 * Starts the whole fleet on one data folder and waits until it is ready. Answers `{ baseUrl, gateways, filesUrl, apiKey,
 * stop, kill }`: `gateways` are the addresses of all of them, `stop` ends every process in order and `kill` at once. When
 * anything fails nothing stays behind. `onKillable` is called early with a function that ends a start before it is ready;
 * `onReady` just before demo.json appears, the last step.
 *
 * `replicas` says how many of a service there are (default: one), `workerMemoryBytes` what each worker may use (default: what
 * it finds).
 *
 * `environmentOf(service)`, where it is given, answers the whole environment of a service, and of `cli` for the demo account;
 * `givenEnvironment` says what is added. No Redis is started then: the environments say where theirs is, and `startParts`
 * may start it, by a function that keeps a process running as the services are. `env` remains the runner's own, for `PORT`,
 * `HOST`, `RESTART_DELAY_MAX_MS` and `HEALTH_CHECK_MS`.
 */
export const startFleet = async (options) => {
  const {
    root,
    dataDir,
    env,
    node,
    tools,
    progress,
    services = FLEET,
    replicas,
    workerMemoryBytes,
    onKillable = () => {},
    onReady = () => {},
  } = options;
  const lock = takeDataFolder(dataDir);
  let baseUrl;
  const processes = createProcesses({
    root,
    dataDir,
    maxDelayMs: milliseconds(env, 'RESTART_DELAY_MAX_MS'),
    healthCheckMs: milliseconds(env, 'HEALTH_CHECK_MS'),
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
    const ports = await findPorts({ text: env.PORT, members, host });
    const [port] = ports.gateway;
    const environments = async () => {
      if (options.environmentOf) {
        await options.startParts?.(processes.start);
        return (service) => givenEnvironment({ given: options.environmentOf(service), dataDir, port, tools, node });
      }
      const secret = readSecret(dataDir);
      const redis = { processes, env, dataDir, secret, tools, node, port: ports.redis };
      const redisUrl = env.REDIS_URL || (await progress.step('Redis', () => startRedis(redis)));
      const shared = { env, dataDir, host, port, redisUrl, secret, tools, node, workerMemoryBytes };
      return () => fleetEnvironment(shared);
    };
    const environmentOf = await environments();
    const addresses = addressesOf(environmentOf('gateway'), port);
    ({ baseUrl } = addresses);
    await progress.step(describeReplicas(services, replicas), () =>
      startServices({ processes, members, ports, environmentOf, node }),
    );
    const apiKey = await seedDemo({ root, node, env: environmentOf('cli') });
    return { ...addresses, gateways: ports.gateway.map((own) => `http://127.0.0.1:${own}`), apiKey };
  };
  try {
    const demo = await begin();
    onReady(demo);
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
