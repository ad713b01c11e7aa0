import { fileURLToPath } from 'node:url';
import { endLeftovers, readSecret, removeDemoFile, takeDataFolder, writeDemoFile } from './data-folder.mjs';
import { isRedisReady, prepareRedis, redisNote } from './embedded-redis.mjs';
import { cleanEnvironment } from '../host/environment.mjs';
import { addressesOf, fleetEnvironment, givenEnvironment } from './fleet-environment.mjs';
import { createProcesses } from './fleet-processes.mjs';
import { findFreePorts, portProblem } from '../host/local-ports.mjs';
import { describeReplicas, FLEET, nameReplicas, PAGE_READERS } from './replicas.mjs';
import { Failure, runOrFail } from '../host/run-command.mjs';
import { gatewaysOf, LAST_PORT, runnerProblems, wantedPorts } from './runner-settings.mjs';

export { FLEET } from './replicas.mjs';

const SEED_SCRIPT = 'packages/cli/dist/seed-demo.js';
const GUARD = fileURLToPath(new URL('../host/guard.mjs', import.meta.url));

const READY_PROBE_MS = 2_000;
/** Services that start at the same time; each has the full timeout. */
const STARTS_AT_ONCE = FLEET.length;

/** The requested ports, consecutive and checked to be free; undefined when any port will do. */
const choosePorts = async ({ env, count, host }) => {
  const ports = wantedPorts(env, count);
  const [first] = ports ?? [];
  for (const port of ports ?? []) {
    const problem = await portProblem(port, host);
    if (problem === 'EADDRINUSE') {
      const needed = count === 1 ? '' : ` and ${count} gateways need ${first} to ${first + count - 1}`;
      const other = port === LAST_PORT ? 0 : port + 1;
      throw new Failure(`Port ${port} is taken${needed}; choose another one: PORT=${other} npm start`);
    }
    if (problem) throw new Failure(`Quarry cannot listen on ${host}:${port} (${problem}); set HOST or PORT otherwise`);
  }
  return ports;
};

/** Every port of the fleet, all different. */
const findPorts = async ({ env, members, host }) => {
  const gatewayCount = members.filter(({ service }) => service === 'gateway').length;
  // A fleet of the tests may have no gateway, but its environment names a port.
  const count = Math.max(1, gatewayCount);
  const chosen = await choosePorts({ env, count, host });
  const [redis, ...free] = await findFreePorts(1 + members.length + count);
  return { redis, health: free.slice(0, members.length), gateway: chosen ?? free.slice(members.length) };
};

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

/** Starts every member, a few at once. Each gateway has its own port; the other services get that of the first. */
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

/** Makes the demo account unless it exists; returns its key. */
const seedDemo = async ({ root, node, env }) => {
  const stdout = await runOrFail('Could not make the demo account', node, [SEED_SCRIPT], { cwd: root, env });
  return JSON.parse(stdout).apiKey;
};

/**
 * Starts the whole fleet on one data folder and waits until it is ready. Returns `{ baseUrl, gateways, filesUrl, apiKey,
 * stop, kill }`: `gateways` are the addresses of all gateways, `stop` ends every process in order, `kill` at once. A failed
 * start leaves nothing behind. `onKillable` is called early with a function that ends a start before it is ready; `onReady` is
 * called just before demo.json is written, the last step, with the same and `health`: name and address of each process, for
 * `/healthz`, `/readyz` and `/metrics`.
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
    tools,
    progress,
    services = FLEET,
    replicas,
    workerMemoryBytes,
    onKillable = () => {},
    onReady = () => {},
  } = options;
  const [problem] = runnerProblems(env, gatewaysOf(replicas, services));
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
    const health = members.map(({ name }, index) => ({ name, url: `http://127.0.0.1:${ports.health[index]}` }));
    return { demo: { ...addresses, gateways: ports.gateway.map((own) => `http://127.0.0.1:${own}`), apiKey }, health };
  };
  try {
    const { demo, health } = await begin();
    onReady({ ...demo, health });
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
