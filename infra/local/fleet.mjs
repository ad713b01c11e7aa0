import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endLeftovers, readSecret, removeDemoFile, takeDataFolder, writeDemoFile } from './data-folder.mjs';
import { isRedisReady, prepareRedis, redisNote } from './embedded-redis.mjs';
import { cleanEnvironment, withPathFirst } from './environment.mjs';
import { watchHealth } from './health-watch.mjs';
import { findFreePort, portProblem } from './local-ports.mjs';
import { readLogTail } from './log-file.mjs';
import { identify } from './process-identity.mjs';
import { Failure, runOrFail } from './run-command.mjs';
import { supervise } from './supervise.mjs';

/** The services in the order they are started; they are stopped the other way round. */
export const FLEET = ['browser-scrape', 'serp', 'sites', 'batch-fanout', 'gateway'];
const SEED_SCRIPT = 'packages/cli/dist/seed-demo.js';
const GUARD = fileURLToPath(new URL('guard.mjs', import.meta.url));

export const DEFAULT_PORT = 3_000;
const READY_TIMEOUT_MS = 60_000;
const READY_PROBE_MS = 2_000;
const POLL_MS = 60;
/** A process may take this long to end what it has in hand; all of them together have the budget. */
const STOP_GRACE_MS = 24_000;
const STOP_BUDGET_MS = 34_000;
const MIN_GRACE_MS = 2_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The port that is asked for, proven free; 0 finds one. */
const choosePort = async (text, host) => {
  const port = text ? Number(text) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Failure(`PORT is "${text}"; write a number from 0 (any free port) to 65535`);
  }
  if (port === 0) return findFreePort(host);
  const problem = await portProblem(port, host);
  if (problem === 'EADDRINUSE') {
    throw new Failure(`Port ${port} is taken; choose another one: PORT=${port === 65_535 ? 0 : port + 1} npm start`);
  }
  if (problem) throw new Failure(`Quarry cannot listen on ${host}:${port} (${problem}); set HOST or PORT otherwise`);
  return port;
};

const restartDelayMaxMs = (text) => {
  if (text && !/^\d{1,6}$/.test(text)) throw new Failure(`RESTART_DELAY_MAX_MS is "${text}"; write milliseconds`);
  return text ? Number(text) : undefined;
};

/** What every process of the fleet is told. What the user set stays, apart from what only the runner can know. */
export const fleetEnvironment = ({ env, dataDir, host, port, redisUrl, secret, tools, node }) => {
  const baseUrl = env.BASE_URL || `http://127.0.0.1:${port}`;
  return withPathFirst(
    {
      ...cleanEnvironment(env),
      PORT: String(port),
      HOST: host,
      BASE_URL: baseUrl,
      FILES_URL: env.FILES_URL || `${baseUrl}/files`,
      QUARRY_DATA: dataDir,
      QUARRY_SECRET: env.QUARRY_SECRET || secret,
      QUARRY_PARENT_PIPE: 'true',
      REDIS_URL: redisUrl,
      LOG_LEVEL: env.LOG_LEVEL || 'info',
      // Nobody balances load here, and Ctrl-C should not take longer than it must.
      SHUTDOWN_NOTICE_MS: env.SHUTDOWN_NOTICE_MS || '0',
      ...(tools.CHROMIUM_PATH ? { CHROMIUM_PATH: tools.CHROMIUM_PATH } : {}),
    },
    path.dirname(node),
  );
};

/** The environment of a process that the caller wrote himself, and what only the runner can know. */
export const givenEnvironment = ({ given, dataDir, port, tools, node }) => ({
  ...given,
  PORT: String(port),
  QUARRY_DATA: dataDir,
  QUARRY_PARENT_PIPE: 'true',
  ...(tools.CHROMIUM_PATH ? { CHROMIUM_PATH: tools.CHROMIUM_PATH } : {}),
  PATH: withPathFirst(process.env, path.dirname(node)).PATH,
});

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

/** The processes of one fleet, started one by one and stopped in the opposite order. */
const createProcesses = ({ root, dataDir, maxDelayMs, say, onChange }) => {
  const running = [];
  let isHalted = false;
  const start = async ({ name, command, args, env, isReady, healthPort }) => {
    const logFile = path.join(dataDir, 'logs', `${name}.log`);
    let diedAs;
    const child = supervise({
      command,
      args,
      cwd: root,
      env,
      logFile,
      maxDelayMs,
      onStart: () => onChange(),
      onCrash({ how, delayMs }) {
        diedAs = how;
        if (delayMs === undefined) return;
        say(`  ! ${name} ended (${how}); started again ${delayMs === 0 ? 'at once' : `in ${delayMs / 1_000} s`}`);
      },
    });
    const own = { name, child, stopWatching: () => {} };
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
    own.stopWatching = watchHealth({
      healthPort,
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
      for (const { stopWatching } of running) stopWatching();
      for (const { child } of [...running].reverse()) {
        await child.stop(Math.max(MIN_GRACE_MS, Math.min(STOP_GRACE_MS, endsAt - performance.now())));
      }
    },
    kill() {
      isHalted = true;
      for (const { child, stopWatching } of running) {
        stopWatching();
        child.kill();
      }
    },
  };
};

/**
 * Memory of a service stays where it was after its first requests: small young generation, no mid-tier compiler
 * (its working memory is never given back), few allocator arenas. Measured in docs/architecture.md.
 */
const NODE_FLAGS = ['--max-semi-space-size=4', '--no-maglev'];
/**
 * A page's tree outgrows a small young generation and would be copied again and again: a fifth of these services' CPU. Helpers
 * that copy beside the thread end its pauses sooner and cost more CPU in all.
 */
const PAGE_READER_FLAGS = ['--max-semi-space-size=16', '--no-maglev', '--no-parallel-scavenge'];
const PAGE_READERS = new Set(['browser-scrape', 'serp', 'sites']);
const MALLOC_ARENA_MAX = '2';

/** How Node is told to run a service; the images say the same. */
export const serviceArguments = (name) => [
  ...(PAGE_READERS.has(name) ? PAGE_READER_FLAGS : NODE_FLAGS),
  `services/${name}/dist/main.js`,
];

const startRedis = async ({ processes, env, dataDir, secret, tools, node }) => {
  const redis = prepareRedis({ dataDir, port: await findFreePort(), secret });
  await processes.start({
    name: 'redis',
    command: node,
    args: [GUARD, redisNote(dataDir), tools.REDIS_SERVER, redis.file],
    env: cleanEnvironment(env),
    isReady: () => isRedisReady(redis),
  });
  return redis.url;
};

const startServices = async ({ processes, services, environmentOf, node }) => {
  const healthPorts = await Promise.all(services.map(() => findFreePort()));
  await Promise.all(
    services.map((name, index) =>
      processes.start({
        name,
        command: node,
        args: serviceArguments(name),
        env: { ...environmentOf(name), HEALTH_PORT: String(healthPorts[index]) },
        isReady: () => isServiceReady(healthPorts[index]),
        healthPort: healthPorts[index],
      }),
    ),
  );
};

/** Makes the demo account where it is not there yet; answers its key. */
const seedDemo = async ({ root, node, env }) => {
  const stdout = await runOrFail('Could not make the demo account', node, [SEED_SCRIPT], { cwd: root, env });
  return JSON.parse(stdout).apiKey;
};

/** Where the API and the files are, by the gateway's own settings. */
const addressesOf = (env, port) => {
  const baseUrl = env.BASE_URL || `http://127.0.0.1:${port}`;
  return { baseUrl, filesUrl: env.FILES_URL || `${baseUrl}/files` };
};

/**
 * Starts the whole fleet on one data folder and waits until it is ready. Answers `{ baseUrl, filesUrl, apiKey, stop, kill }`:
 * `stop` ends every process in order and `kill` at once. When anything fails nothing stays behind. `onKillable` is called
 * early with a function that ends a start before it is ready; `onReady` just before demo.json appears, the last step.
 *
 * `environmentOf(service)`, where it is given, answers the whole environment of a service, and of `cli` for the demo account;
 * `givenEnvironment` says what is added. No Redis is started then: the environments say where theirs is, and `startParts`
 * may start it, by a function that keeps a process running as the services are. `env` remains the runner's own, for `PORT`,
 * `HOST` and `RESTART_DELAY_MAX_MS`.
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
    onKillable = () => {},
    onReady = () => {},
  } = options;
  const lock = takeDataFolder(dataDir);
  let baseUrl;
  const processes = createProcesses({
    root,
    dataDir,
    maxDelayMs: restartDelayMaxMs(env.RESTART_DELAY_MAX_MS),
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
    const port = await choosePort(env.PORT, host);
    const secret = readSecret(dataDir);
    const environments = async () => {
      if (options.environmentOf) {
        await options.startParts?.(processes.start);
        return (service) => givenEnvironment({ given: options.environmentOf(service), dataDir, port, tools, node });
      }
      const redisUrl =
        env.REDIS_URL ||
        (await progress.step('Redis', () => startRedis({ processes, env, dataDir, secret, tools, node })));
      const shared = fleetEnvironment({ env, dataDir, host, port, redisUrl, secret, tools, node });
      return () => ({ MALLOC_ARENA_MAX, ...shared });
    };
    const environmentOf = await environments();
    const addresses = addressesOf(environmentOf('gateway'), port);
    ({ baseUrl } = addresses);
    await progress.step(services.join(', ').replace(/, ([^,]*)$/, ' and $1'), async () => {
      await startServices({ processes, services, environmentOf, node });
    });
    const apiKey = await seedDemo({ root, node, env: environmentOf('cli') });
    return { ...addresses, apiKey };
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
