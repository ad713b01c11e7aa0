/**
 * Starts the fleet of docker-compose.yml as processes of this machine, in the folder QUARRY_DATA: each service with exactly
 * the environment and the arguments of its container. infra/docker/README.md, "Without images", says what differs.
 *
 *   node infra/local/fleet/compose-fleet.mjs --env-file my.env
 *
 * `--env-file` has variables, as Compose's option of that name, and `--file` is a further file of Compose, of which
 * environments and scales are read. Of a variable that several files have the last one wins; secrets that none has are random.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, parseEnv } from 'node:util';
import {
  environmentOnOneMachine,
  redisOnOneMachine,
  variablesOnOneMachine,
} from '../../docker/compose/one-machine.mjs';
import { isRedisReady, redisNote } from './embedded-redis.mjs';
import { withPathFirst } from '../host/environment.mjs';
import { findFreePorts } from '../host/local-ports.mjs';
import { runMain } from '../host/progress.mjs';
import { FLEET } from './replicas.mjs';
import { runFleet } from './run-fleet.mjs';
import { ROOT } from '../setup/setup.mjs';

const GUARD = fileURLToPath(new URL('../host/guard.mjs', import.meta.url));
const EXAMPLE = 'infra/docker/compose.env.example';
/** Settings of the service `cli`, to run the command line on this fleet's store. */
const CLI_FILE = 'compose-cli.json';

const OPTIONS = {
  'env-file': { type: 'string', multiple: true, default: [] },
  file: { type: 'string', multiple: true, default: [] },
};

/** The example of the env file with secrets of this data folder, which are made once. */
const ownEnvFile = (dataDir, fillSecrets) => {
  const file = path.join(dataDir, 'compose.env');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    writeFileSync(file, fillSecrets(readFileSync(path.join(ROOT, EXAMPLE), 'utf8')), { mode: 0o600 });
  }
  return file;
};

/** Redis as a process of the fleet, started as its container would start it. */
const redisProcess = ({ container, dataDir, port, node, tools }) => {
  const folder = path.join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { argv, env } = redisOnOneMachine(container, { folder, port });
  return {
    name: 'redis',
    command: node,
    args: [GUARD, redisNote(dataDir), ...argv],
    env: { ...env, PATH: withPathFirst(process.env, path.dirname(tools.REDIS_SERVER)).PATH },
    isReady: () => isRedisReady({ port, password: container.env.REDIS_PASSWORD }),
  };
};

/** The options of `runFleet`, from the files. */
const openContainers = async ({ dataDir, env, node, tools }) => {
  // Needs a package, which the setup has installed.
  const { fillSecrets, readContainers } = await import('../../docker/compose/containers.mjs');
  const { values } = parseArgs({ args: process.argv.slice(2), options: OPTIONS });
  const files = [ownEnvFile(dataDir, fillSecrets), ...values['env-file']];
  const written = Object.assign({}, ...files.map((file) => parseEnv(readFileSync(file, 'utf8'))));
  const [freePort, freeConsolePort, redisPort] = await findFreePorts(3);
  const asked = env.PORT || written.PUBLISH_PORT || '3000';
  const port = asked === '0' ? freePort : asked;
  const askedOfConsole = env.CONSOLE_PORT || written.PUBLISH_CONSOLE_PORT || '3001';
  const consolePort = askedOfConsole === '0' ? freeConsolePort : askedOfConsole;
  const variables = variablesOnOneMachine({ variables: written, port, consolePort, redisPort });
  const overrides = values.file.map((file) => readFileSync(file, 'utf8'));
  const containers = readContainers({ root: ROOT, variables, overrides });
  const environmentOf = (name) => environmentOnOneMachine(name, containers[name], variables);
  return {
    environmentOf,
    replicas: Object.fromEntries(FLEET.map((name) => [name, Number(containers[name].service.scale ?? 1)])),
    workerBytesOf: (service) => Number(environmentOf(service).WORKER_MEMORY_BYTES),
    env: {
      ...{ ...env, PORT: String(port), CONSOLE_PORT: String(consolePort) },
      ...{ HOST: variables.PUBLISH_HOST, REDIS_URL: written.REDIS_URL },
    },
    startParts: async (start) => {
      const cli = { ...environmentOf('cli'), QUARRY_DATA: dataDir };
      writeFileSync(path.join(dataDir, CLI_FILE), JSON.stringify(cli), { mode: 0o600 });
      if (written.REDIS_URL) return;
      await start(redisProcess({ container: containers.redis, dataDir, port: redisPort, node, tools }));
    },
  };
};

await runMain(() => runFleet({ openEnvironments: openContainers }));
