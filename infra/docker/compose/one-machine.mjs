/**
 * What changes when the containers of docker-compose.yml run as processes of one machine that share its loopback. What only
 * the runner knows (PORT, HEALTH_PORT, QUARRY_DATA, QUARRY_PARENT_PIPE, CHROMIUM_PATH, PATH) comes on top.
 */
import { InterpolationError } from './interpolate.mjs';

const LOOPBACK = '127.0.0.1';
const UNITS = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
/** Of these the limit of the container decides how much they do at once; without one it is told to them. */
const MEMORY_READERS = new Set(['browser-scrape', 'serp', 'sites']);

/** `768m` in bytes. */
const readSize = (text) => {
  const [, number, unit] = /^(\d+)([kmg])?b?$/.exec(String(text).toLowerCase()) ?? [];
  if (number === undefined) throw new Error(`${text} is no size`);
  return Number(number) * (UNITS[unit] ?? 1);
};

/** What the file leaves to be said by variables where the containers' own network is not there. */
export const variablesOnOneMachine = ({ variables, port, redisPort }) => {
  const missing = ['MONGODB_URI', 'S3_ENDPOINT'].filter((name) => !variables[name]);
  if (missing.length > 0) {
    throw new InterpolationError(
      `${missing.join(' and ')} must lead to a store of yours: the containers mongo and files do not run here`,
    );
  }
  return {
    ...variables,
    PUBLISH_PORT: String(port),
    REDIS_URL: variables.REDIS_URL || `redis://:${variables.REDIS_PASSWORD ?? ''}@${LOOPBACK}:${redisPort}`,
    QUARRY_URL: variables.QUARRY_URL || `http://${LOOPBACK}:${port}`,
  };
};

/** The environment of one of our containers. */
export const environmentOnOneMachine = (name, { env, service }, variables) => ({
  ...env,
  HOST: variables.PUBLISH_HOST || LOOPBACK,
  HEALTH_HOST: LOOPBACK,
  ...(MEMORY_READERS.has(name) ? { WORKER_MEMORY_BYTES: String(readSize(service.mem_limit)) } : {}),
});

const replaceOnce = (text, before, after) => {
  if (text.split(before).length !== 2) throw new Error(`"${before}" is not where it was in the command of redis`);
  return text.replace(before, () => after);
};

/** How the container of Redis is started with its flags and its password, its files in a folder and on a port of its own. */
export const redisOnOneMachine = ({ argv, env }, { folder, port }) => {
  const [shell, flags, script, ...others] = argv;
  const moved = [
    ['> /tmp/redis.conf', '> "$REDIS_FOLDER/redis.conf"'],
    ['redis-server /tmp/redis.conf', `redis-server "$REDIS_FOLDER/redis.conf" --bind ${LOOPBACK} --port ${port}`],
    ['--dir /data', '--dir "$REDIS_FOLDER"'],
  ].reduce((text, [before, after]) => replaceOnce(text, before, after), script);
  return { argv: [shell, flags, moved, ...others], env: { ...env, REDIS_FOLDER: folder } };
};
