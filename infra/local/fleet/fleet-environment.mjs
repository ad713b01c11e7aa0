import path from 'node:path';
import { cleanEnvironment, withPathFirst } from '../host/environment.mjs';

const MALLOC_ARENA_MAX = '2';

/** Environment of every process of the fleet: the user's settings, and those that only the runner knows. */
export const fleetEnvironment = ({ env, dataDir, host, port, redisUrl, secret, tools, node, workerMemoryBytes }) => {
  const { baseUrl, filesUrl } = addressesOf(env, port);
  return withPathFirst(
    {
      MALLOC_ARENA_MAX,
      ...cleanEnvironment(env),
      ...(workerMemoryBytes && !env.WORKER_MEMORY_BYTES ? { WORKER_MEMORY_BYTES: String(workerMemoryBytes) } : {}),
      PORT: String(port),
      HOST: host,
      BASE_URL: baseUrl,
      FILES_URL: filesUrl,
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
export const givenEnvironment = ({ given, dataDir, port, tools, node }) => ({
  ...given,
  PORT: String(port),
  QUARRY_DATA: dataDir,
  QUARRY_PARENT_PIPE: 'true',
  ...(tools.CHROMIUM_PATH ? { CHROMIUM_PATH: tools.CHROMIUM_PATH } : {}),
  PATH: withPathFirst(process.env, path.dirname(node)).PATH,
});

/** Addresses of the API and of the files, by the gateway's settings. */
export const addressesOf = (env, port) => {
  const baseUrl = env.BASE_URL || `http://127.0.0.1:${port}`;
  return { baseUrl, filesUrl: env.FILES_URL || `${baseUrl}/files` };
};
