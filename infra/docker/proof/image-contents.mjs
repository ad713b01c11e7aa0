import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PROGRAM_FOLDERS = ['bin', 'sbin', 'usr/bin', 'usr/sbin', 'usr/local/bin', 'usr/local/sbin'];
const PACKAGE_MANAGERS = ['npm', 'npx', 'pnpm', 'pnpx', 'yarn', 'corepack'];
/** Folders of the project's own files. */
const OWN = ['dist', 'packages', 'services', 'infra'];
/** What is published for users, and no part of a service. */
const FOR_USERS = ['client', 'client-python', 'mcp', 'n8n'];
const LEFTOVER =
  /\.(?:test|int|property)\.|\.map$|\.ts$|\.tsbuildinfo$|^\.git|^\.env|\.npmrc$|^testing$|^scene$|^fixtures$/;
const SECRET = /SECRET|PASSWORD|TOKEN|_KEY|AUTH/;

const walk = (folder, base = '') =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const name = path.join(base, entry.name);
        if (entry.name === 'node_modules') return [];
        return entry.isDirectory() ? [name, ...walk(path.join(folder, entry.name), name)] : [name];
      })
    : [];

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Problems with an image, as lines; `expected` is its entrypoint, ports and whether it has Chromium. */
export const imageProblems = ({ image, rootfs, expected }) => {
  const { config } = image.Docker;
  const problems = [];
  const must = (isGood, line) => isGood || problems.push(line);
  must(config.User === '10001:10001', `its user is ${config.User || 'root'}`);
  must(config.Entrypoint?.[0] === expected.entrypoint, `it starts with ${config.Entrypoint}`);
  must(config.Healthcheck?.Test?.[0] === 'CMD', 'it has no health check');
  must(
    Object.keys(config.ExposedPorts ?? {}).join() === expected.ports,
    `it exposes ${Object.keys(config.ExposedPorts ?? {})}`,
  );
  const variables = config.Env.map((line) => line.split('=', 1)[0]);
  must(!variables.some((name) => SECRET.test(name)), `a variable looks like a secret: ${variables}`);
  const history = JSON.stringify([image.OCIv1.history, image.Docker.history]);
  must(!/_authToken|_auth=|_password|cafile=/.test(history), 'its history names what reaches the registry');
  for (const name of PACKAGE_MANAGERS) {
    const found = PROGRAM_FOLDERS.map((folder) => path.join(folder, name)).filter((file) =>
      existsSync(path.join(rootfs, file)),
    );
    must(found.length === 0, `${found} is in it`);
  }
  must(!existsSync(path.join(rootfs, 'root/.npmrc')), 'settings of npm are in it');
  must(!existsSync(path.join(rootfs, 'pnpm')), "pnpm's store is in it");
  const app = path.join(rootfs, 'app');
  const left = [
    ...readdirSync(existsSync(app) ? app : rootfs).filter((name) => LEFTOVER.test(name)),
    ...OWN.flatMap((folder) => walk(path.join(app, folder), folder)).filter((file) =>
      LEFTOVER.test(path.basename(file)),
    ),
  ];
  must(
    left.length === 0,
    `left over from the build: ${left.slice(0, 5).join(', ')}${left.length > 5 ? ` and ${left.length - 5} more` : ''}`,
  );
  const published = FOR_USERS.filter((name) => existsSync(path.join(app, 'packages', name)));
  must(published.length === 0, `packages for users are in it: ${published}`);
  must(
    existsSync(path.join(rootfs, 'usr/bin/chromium')) === expected.hasChromium,
    'Chromium is where it should not be',
  );
  must(!/^[^:]+:[^*!:]/m.test(readShadow(rootfs)), 'a user has a password');
  return problems;
};

const readShadow = (rootfs) => {
  try {
    return readFileSync(path.join(rootfs, 'etc/shadow'), 'utf8');
  } catch {
    return '';
  }
};

/** Sizes of the layers, the lowest first. */
export const layerSizes = (image) => {
  const { layers } = JSON.parse(image.Manifest);
  return layers.map(({ size }) => megabytes(size));
};
