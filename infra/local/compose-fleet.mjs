/**
 * Starts the fleet of docker-compose.yml without containers: every service with exactly the environment and the arguments
 * that its container would have. infra/docker/README.md, "Without images", says what differs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fillSecrets, readEnvFile } from '../docker/compose/env-file.mjs';
import { InterpolationError } from '../docker/compose/interpolate.mjs';
import { environmentOnOneMachine, redisOnOneMachine, variablesOnOneMachine } from '../docker/compose/one-machine.mjs';
import { isRedisReady, redisNote } from './embedded-redis.mjs';
import { withPathFirst } from './environment.mjs';
import { findFreePorts } from './local-ports.mjs';
import { runMain } from './progress.mjs';
import { FLEET, MAX_REPLICAS } from './replicas.mjs';
import { Failure } from './run-command.mjs';
import { runFleet } from './run-fleet.mjs';
import { ROOT } from './setup.mjs';

const GUARD = fileURLToPath(new URL('guard.mjs', import.meta.url));
const EXAMPLE = 'infra/docker/compose.env.example';
/** Settings of the service `cli`, for whoever runs the command line on this fleet's store. */
const CLI_FILE = 'compose-cli.json';

const USAGE = `Starts the fleet of docker-compose.yml as processes, in the folder QUARRY_DATA:

  node infra/local/compose-fleet.mjs --env-file my.env

  --env-file FILE   variables, as Compose's option of that name; the last file that has a variable wins
  --file FILE       a further file of Compose, of which the environments of services are taken
  --scale NAME=N    replicas of a service, 0 to ${MAX_REPLICAS}

Secrets that no file has are made up once. MONGODB_URI and S3_ENDPOINT must be in a file.
`;

const OPTIONS = {
  'env-file': { type: 'string', multiple: true, default: [] },
  file: { type: 'string', multiple: true, default: [] },
  scale: { type: 'string', multiple: true, default: [] },
  help: { type: 'boolean', short: 'h' },
};

const readArguments = (args) => {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new Failure(`${error.message.split(/[.\n]/, 1)[0]}\n${USAGE}`);
  }
};

const readScale = (entries) =>
  Object.fromEntries(
    entries.map((entry) => {
      const [, service, count] = /^([a-z-]+)=(\d{1,2})$/.exec(entry) ?? [];
      if (!FLEET.includes(service) || Number(count) > MAX_REPLICAS) {
        throw new Failure(`--scale ${entry}: write ${FLEET.join(', ')} with a number from 0 to ${MAX_REPLICAS}`);
      }
      return [service, Number(count)];
    }),
  );

const readGiven = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read (${error.code})`);
  }
};

/** The example of the env file with secrets of this data folder. */
const readOwnEnvFile = (dataDir) => {
  const file = path.join(dataDir, 'compose.env');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    writeFileSync(file, fillSecrets(readFileSync(path.join(ROOT, EXAMPLE), 'utf8')), { mode: 0o600 });
  }
  return { file, text: readFileSync(file, 'utf8') };
};

const readVariables = (files) =>
  files.reduce((variables, { file, text }) => {
    try {
      return { ...variables, ...readEnvFile(text, {}) };
    } catch (error) {
      throw new Failure(`${file}: ${error.message}`);
    }
  }, {});

/** Makes Redis a process of the fleet, as its container would start it. */
const redisProcess = ({ container, dataDir, port, password, node, tools }) => {
  const folder = path.join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { argv, env } = redisOnOneMachine(container, { folder, port });
  return {
    name: 'redis',
    command: node,
    args: [GUARD, redisNote(dataDir), ...argv],
    env: { ...env, PATH: withPathFirst(process.env, path.dirname(tools.REDIS_SERVER)).PATH },
    isReady: () => isRedisReady({ port, password }),
  };
};

/** What `startFleet` is told, by the files that were given. */
const openContainers = async ({ dataDir, env, node, tools, given }) => {
  // Needs a package, which the setup that went before has installed.
  const { readContainers } = await import('../docker/compose/containers.mjs');
  const files = [readOwnEnvFile(dataDir), ...given['env-file'].map((file) => ({ file, text: readGiven(file) }))];
  const written = readVariables(files);
  const [freePort, redisPort] = await findFreePorts(2);
  const asked = env.PORT || written.PUBLISH_PORT || '3000';
  const port = asked === '0' ? freePort : asked;
  const variables = variablesOnOneMachine({ variables: written, port, redisPort });
  const containers = readContainers({ root: ROOT, variables, overrides: given.file.map(readGiven) });
  const environmentOf = (name) => environmentOnOneMachine(name, containers[name], variables);
  const isRedisElsewhere = Boolean(written.REDIS_URL);
  return {
    environmentOf,
    workerBytesOf: (service) => Number(environmentOf(service).WORKER_MEMORY_BYTES),
    env: { ...env, PORT: String(port), HOST: variables.PUBLISH_HOST, REDIS_URL: written.REDIS_URL },
    startParts: async (start) => {
      const cli = { ...environmentOf('cli'), QUARRY_DATA: dataDir };
      writeFileSync(path.join(dataDir, CLI_FILE), JSON.stringify(cli), { mode: 0o600 });
      if (isRedisElsewhere) return;
      const password = containers.redis.env.REDIS_PASSWORD;
      await start(redisProcess({ container: containers.redis, dataDir, port: redisPort, password, node, tools }));
    },
  };
};

await runMain(async () => {
  const given = readArguments(process.argv.slice(2));
  if (given.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  return runFleet(readScale(given.scale), async (known) => {
    try {
      return await openContainers({ ...known, given });
    } catch (error) {
      throw error instanceof InterpolationError ? new Failure(`docker-compose.yml: ${error.message}`) : error;
    }
  });
});
