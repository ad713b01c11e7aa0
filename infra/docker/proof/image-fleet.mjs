import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Failure, runCommand } from '../../local/host/run-command.mjs';
import { ROOT } from '../../local/setup/setup.mjs';
import { startMongoWire } from '../../test-servers/mongo-wire.mjs';
import { fillSecrets } from '../compose/containers.mjs';
import { openRuntime, specOf } from './container.mjs';
import { fontPage } from './font-page.mjs';
import { readComposeProject } from './image-tools.mjs';
import { openNetworks } from './networks.mjs';

export const SERVICES = ['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout', 'console'];
const CONSOLE_PORT = 3_001;
const STORES = ['redis', 'files'];
const INIT = '/usr/bin/tini-static';
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 1_000;
const MONGO_PORT = 27_017;
const SITE_PORT = 8_080;
const HEALTH_PORT = 9_464;

/** Exits with 0 when a connection is made. */
const CONNECT = `((host, port) => {
  const socket = require('node:net').connect({ host, port, timeout: 1500 });
  socket.on('connect', () => process.exit(0)).on('timeout', () => process.exit(1));
})`;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Forwards connections from a network to a server on loopback. */
const forward = (host, port, target) =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      const onward = connect(target, '127.0.0.1');
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ]) {
        one.pipe(other);
        one.on('error', () => other.destroy());
      }
    });
    server.listen(port, host, () => resolve(server));
  });

const serveSite = (host) =>
  new Promise((resolve) => {
    const server = createHttpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(fontPage());
    });
    server.listen(SITE_PORT, host, () => resolve(server));
  });

/** The other containers in a container's networks, as lines of /etc/hosts. */
const hostsOf = (name, addresses) =>
  Object.keys(addresses[name]).flatMap((network) =>
    Object.entries(addresses)
      .filter(([other, own]) => other !== name && own[network])
      .map(([other, own]) => `${own[network]} ${other}`),
  );

/** Command of the health check: the compose file's, else the image's. */
const checkOf = (service, image) => {
  const [kind, ...words] = service.healthcheck?.test ?? image.Docker.config.Healthcheck.Test;
  return kind === 'CMD-SHELL' ? ['/bin/sh', '-c', ...words] : words;
};

/** Sets up networks, MongoDB and a site to scrape, and reads the project with their addresses filled in. */
const prepare = async ({ env, programs, mark, wirePort, closers }) => {
  const example = readFileSync(path.join(ROOT, 'infra/docker/compose.env.example'), 'utf8');
  const secrets = parseEnv(fillSecrets(example));
  const before = await readComposeProject({ env, variables: secrets });
  const networks = await openNetworks({ ...programs, names: Object.keys(before.networks), mark });
  closers.push(() => networks.close());
  const namespaces = {};
  for (const name of [...STORES, ...SERVICES, 'cli']) {
    namespaces[name] = await networks.join(name, Object.keys(before.services[name].networks));
  }
  const { addresses } = networks;
  const mongoHost = networks.machineIn('mongo');
  const siteHost = networks.machineIn('internet');
  const servers = [await forward(mongoHost, MONGO_PORT, wirePort), await serveSite(siteHost)];
  closers.push(async () => {
    for (const server of servers) server.close();
  });
  const baseUrl = `http://${addresses.gateway.public}:3000`;
  const variables = {
    ...secrets,
    BASE_URL: baseUrl,
    CONSOLE_URL: `http://${addresses.console.public}:${CONSOLE_PORT}`,
    MONGODB_URI: `mongodb://${mongoHost}:${MONGO_PORT}/quarry`,
    EGRESS_ALLOW: `${siteHost}:${SITE_PORT}`,
  };
  const project = await readComposeProject({ env, variables });
  return { project, namespaces, addresses, baseUrl, siteUrl: `http://${siteHost}:${SITE_PORT}/signs` };
};

/** Returns `start(name, change)`, which runs a service of the project with some settings changed. */
const containerStarter = ({ runtime, project, images, namespaces, addresses }) => {
  return (name, change = {}) => {
    const service = { ...project.services[name], ...change };
    const { image, rootfs } = images[service.image];
    const spec = specOf({
      ...{ name, service, image, rootfs, init: INIT },
      folder: runtime.folderOf(name),
      network: namespaces[name],
      hosts: hostsOf(name, addresses),
    });
    const container = runtime.start(name, spec);
    return { name, service, ...container, probe: () => container.exec(...checkOf(service, image)) };
  };
};

/** Whether a service is ready; asked from outside, because its own check starts a Node process each time. */
const isReady = async (address) => {
  try {
    const answer = await fetch(`http://${address}:${HEALTH_PORT}/readyz`, { signal: AbortSignal.timeout(POLL_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
};

/** Waits until a container's own health check succeeds. */
const becomesHealthy = async (container, address) => {
  const endsAt = Date.now() + READY_TIMEOUT_MS;
  const isHealthy = async () =>
    (address === undefined || (await isReady(address))) && (await container.probe()).code === 0;
  while (!(await isHealthy())) {
    if (!container.isRunning() || Date.now() > endsAt) {
      throw new Failure(`${container.name} did not get healthy`, container.log());
    }
    await pause(POLL_MS);
  }
};

/** Stops containers as Docker does; returns how each ended, and after how many seconds. */
const stopAll = async (containers) => {
  const stop = async (name) => {
    const startedAt = performance.now();
    const graceSeconds = Number.parseInt(containers[name].service.stop_grace_period, 10);
    const how = await containers[name].stop(graceSeconds * 1_000);
    return { name, how, seconds: (performance.now() - startedAt) / 1_000 };
  };
  return [...(await Promise.all(SERVICES.map(stop))), ...(await Promise.all(STORES.map(stop)))];
};

/**
 * Starts docker-compose.yml from the built images: each container by crun with the file's user, environment, limits, seccomp
 * profile, read-only root, volumes and networks. MongoDB is the wire server of the tests, as an external one (MONGODB_URI).
 * `images` has `{ image, rootfs }` by image name.
 */
export const startImageFleet = async ({ env, programs, folder, images, progress, mark }) => {
  const closers = [];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    const mongo = await progress.step('MongoDB wire server', () => startMongoWire({ root: ROOT, env }));
    closers.push(() => mongo.stop());
    const wirePort = Number(new URL(mongo.env.TEST_MONGODB_URI).port);
    const stage = await prepare({ env, programs, mark, wirePort, closers });
    const { project, namespaces, addresses, baseUrl, siteUrl } = stage;
    const runtime = openRuntime({ ...programs, folder });
    closers.push(async () => runtime.close());
    const start = containerStarter({ runtime, images, ...stage });
    const containers = {};
    // One after the other: each start needs much processor time.
    for (const name of [...STORES, ...SERVICES]) {
      await progress.step(`${name} healthy`, async () => {
        containers[name] = start(name);
        closers.push(() => containers[name].stop(0));
        await becomesHealthy(containers[name], addresses[name].metrics);
      });
    }
    return {
      ...{ project, containers, addresses, baseUrl, siteUrl, close },
      consoleUrl: `http://${addresses.console.public}:${CONSOLE_PORT}`,
      /** Runs the command line once, as `docker compose run --rm cli ...`; returns its output. */
      async cli(...command) {
        const container = start('cli', { command });
        const code = await container.ended;
        await container.stop(0);
        if (code !== 0) throw new Failure(`cli ${command.join(' ')} ended with ${code}`, container.log());
        return container.log();
      },
      /** Whether a connection from a container's network namespace succeeds. */
      async reaches(name, host, port) {
        const namespace = path.basename(namespaces[name]);
        const script = `${CONNECT}('${host}', ${port})`;
        return (await runCommand(programs.ip, ['netns', 'exec', namespace, process.execPath, '-e', script])).code === 0;
      },
      stopAll: () => stopAll(containers),
    };
  } catch (error) {
    await close();
    throw error;
  }
};
