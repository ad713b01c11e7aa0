import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, withPathFirst } from '../host/environment.mjs';

const MALLOC_ARENA_MAX = '2';
/** Node keeps the services' compiled code here, beside the bundles, which a build replaces as a whole. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../../dist/compile-cache', import.meta.url));

/** Addresses that mean every address of a machine. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** The console is on the gateway's machine, and need not take the way by its public address. */
const consoleSettings = ({ env, host, port, consolePort, consoleUrl }) =>
  consolePort === undefined
    ? // 0 is for the runner alone.
      { CONSOLE_PORT: '' }
    : {
        CONSOLE_PORT: String(consolePort),
        CONSOLE_URL: consoleUrl,
        CONSOLE_GATEWAY_URL: env.CONSOLE_GATEWAY_URL || `http://${ANY_ADDRESS.has(host) ? '127.0.0.1' : host}:${port}`,
      };

/** Environment of every process of the fleet: the user's settings, and those that only the runner knows. */
export const fleetEnvironment = (shared) => {
  const { env, dataDir, host, port, consolePort, redisUrl, secret, tools, node, workerMemoryBytes } = shared;
  const { baseUrl, filesUrl, consoleUrl } = addressesOf(env, port, consolePort);
  return withPathFirst(
    {
      MALLOC_ARENA_MAX,
      NODE_COMPILE_CACHE,
      ...cleanEnvironment(env),
      ...(workerMemoryBytes && !env.WORKER_MEMORY_BYTES ? { WORKER_MEMORY_BYTES: String(workerMemoryBytes) } : {}),
      PORT: String(port),
      HOST: host,
      BASE_URL: baseUrl,
      FILES_URL: filesUrl,
      ...consoleSettings({ env, host, port, consolePort, consoleUrl }),
      QUARRY_DATA: dataDir,
      QUARRY_SECRET: env.QUARRY_SECRET || secret,
      QUARRY_PARENT_PIPE: 'true',
      REDIS_URL: redisUrl,
      LOG_LEVEL: env.LOG_LEVEL || 'info',
      // There is no load balancer here, and Ctrl-C should be quick.
      SHUTDOWN_NOTICE_MS: env.SHUTDOWN_NOTICE_MS || '0',
      ...(tools.CHROMIUM_PATH ? { CHROMIUM_PATH: tools.CHROMIUM_PATH } : {}),
    },
    path.dirname(node),
  );
};

/** An environment that the caller has written, with the settings that only the runner knows. */
export const givenEnvironment = ({ given, dataDir, port, consolePort, tools, node }) => ({
  ...given,
  PORT: String(port),
  ...(consolePort ? { CONSOLE_PORT: String(consolePort) } : {}),
  QUARRY_DATA: dataDir,
  QUARRY_PARENT_PIPE: 'true',
  ...(tools.CHROMIUM_PATH ? { CHROMIUM_PATH: tools.CHROMIUM_PATH } : {}),
  PATH: withPathFirst(process.env, path.dirname(node)).PATH,
});

/** Addresses of the API, of the files and, where there is one, of the console, by the gateway's and the console's settings. */
export const addressesOf = (env, port, consolePort) => {
  const baseUrl = env.BASE_URL || `http://127.0.0.1:${port}`;
  const consoleUrl = env.CONSOLE_URL || `http://127.0.0.1:${consolePort}`;
  return { baseUrl, filesUrl: env.FILES_URL || `${baseUrl}/files`, ...(consolePort ? { consoleUrl } : {}) };
};
