import path from 'node:path';
import { cleanEnvironment, withPathFirst } from './environment.mjs';

const MALLOC_ARENA_MAX = '2';

/** What every process of the fleet is told. What the user set stays, apart from what only the runner can know. */
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

/** Where the API and the files are, by the gateway's own settings. */
export const addressesOf = (env, port) => {
  const baseUrl = env.BASE_URL || `http://127.0.0.1:${port}`;
  return { baseUrl, filesUrl: env.FILES_URL || `${baseUrl}/files` };
};
