/**
 * What changes when the containers of docker-compose.yml run as processes of one machine that share its loopback. The runner
 * adds what it alone knows (PORT, HEALTH_PORT, QUARRY_DATA, QUARRY_PARENT_PIPE, CHROMIUM_PATH, PATH).
 */
import { PAGE_READERS } from '../../local/fleet/replicas.mjs';
import { Failure } from '../../local/host/run-command.mjs';

const LOOPBACK = '127.0.0.1';
const UNITS = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** A number of bytes, or a text such as `768m`. */
export const bytesOf = (text) => {
  const [, digits, unit] = /^(\d+)([kmg])?b?$/i.exec(String(text));
  return Number(digits) * (UNITS[unit?.toLowerCase()] ?? 1);
};

/** The variables, with addresses on this machine for those of the containers' network. */
export const variablesOnOneMachine = ({ variables, port, consolePort, redisPort }) => {
  const missing = ['MONGODB_URI', 'S3_ENDPOINT'].filter((name) => !variables[name]);
  if (missing.length > 0) {
    throw new Failure(`${missing.join(' and ')} must be set: the containers mongo and files do not run here`);
  }
  return {
    ...variables,
    PUBLISH_PORT: String(port),
    PUBLISH_CONSOLE_PORT: String(consolePort),
    REDIS_URL: variables.REDIS_URL || `redis://:${variables.REDIS_PASSWORD ?? ''}@${LOOPBACK}:${redisPort}`,
    QUARRY_URL: variables.QUARRY_URL || `http://${LOOPBACK}:${port}`,
    CONSOLE_GATEWAY_URL: variables.CONSOLE_GATEWAY_URL || `http://${LOOPBACK}:${port}`,
  };
};

/** The environment of one of our containers. */
export const environmentOnOneMachine = (name, { env, service }, variables) => ({
  ...env,
  HOST: variables.PUBLISH_HOST || LOOPBACK,
  CONSOLE_HOST: variables.PUBLISH_HOST || LOOPBACK,
  HEALTH_HOST: LOOPBACK,
  // The memory limit of its container says how much a worker does at once.
  ...(PAGE_READERS.has(name) ? { WORKER_MEMORY_BYTES: String(bytesOf(service.mem_limit)) } : {}),
});

const replaceOnce = (text, before, after) => {
  if (text.split(before).length !== 2) throw new Error(`"${before}" is not where it was in the command of redis`);
  return text.replace(before, () => after);
};

/** How Redis is started: with the flags and the password of its container, but with files in `folder` and on `port`. */
export const redisOnOneMachine = ({ argv, env }, { folder, port }) => {
  const [shell, flags, script, ...others] = argv;
  const moved = [
    ['> /tmp/redis.conf', '> "$REDIS_FOLDER/redis.conf"'],
    ['redis-server /tmp/redis.conf', `redis-server "$REDIS_FOLDER/redis.conf" --bind ${LOOPBACK} --port ${port}`],
    ['--dir /data', '--dir "$REDIS_FOLDER"'],
  ].reduce((text, [before, after]) => replaceOnce(text, before, after), script);
  return { argv: [shell, flags, moved, ...others], env: { ...env, REDIS_FOLDER: folder } };
};
