import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { cleanEnvironment } from '../../local/host/environment.mjs';
import { runOrFail } from '../../local/host/run-command.mjs';
import { ROOT } from '../../local/setup/setup.mjs';
import { NODE_VERSION, findNpm, nodePackage } from '../../local/setup/toolchain.mjs';
import { cachedFolder } from '../../test-servers/cached-folder.mjs';
import { findGo } from './image-tools.mjs';

export const DEBIAN = 'bookworm';
const NPM_VERSION = '11.21.2';
const VERSITYGW_VERSION = '1.8.0';
const SOURCES = '/etc/apt/sources.list.d/debian.sources';
const MIRROR = 'http://deb.debian.org/debian';
/** Where Debian keeps the certificates that it trusts. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const USUAL_PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const mirrorHere = () =>
  (existsSync(SOURCES) ? /^URIs: (\S+)$/m.exec(readFileSync(SOURCES, 'utf8'))?.[1] : undefined) ?? MIRROR;

/** Libraries of Node, and certificates. */
export const DEBIAN_PACKAGES = ['ca-certificates', 'libstdc++6', 'libatomic1'];

/** A small Debian as `root.tar`, with the machine's certificates, so that a build reaches the same registries. */
export const debianRoot = ({ debootstrap, env, name = `image-debian-${DEBIAN}-1`, packages = DEBIAN_PACKAGES }) =>
  cachedFolder(ROOT, name, async (partial) => {
    const root = path.join(partial, 'root');
    const args = ['--variant=minbase', `--include=${packages.join(',')}`, DEBIAN, root, mirrorHere()];
    await runOrFail('debootstrap could not make a root file system', debootstrap, args, { env: cleanEnvironment(env) });
    if (existsSync(CERTIFICATES)) copyFileSync(CERTIFICATES, path.join(root, CERTIFICATES));
    const sources = path.join(root, SOURCES);
    if (existsSync(SOURCES)) {
      copyFileSync(SOURCES, sources);
      rmSync(path.join(root, 'etc/apt/sources.list'), { force: true });
    }
    rmSync(path.join(root, 'var/cache/apt/archives'), { recursive: true, force: true });
    mkdirSync(path.join(root, 'var/cache/apt/archives/partial'), { recursive: true });
    await runOrFail('tar failed', 'tar', ['-C', root, '-cf', path.join(partial, 'root.tar'), '.']);
    rmSync(root, { recursive: true });
  });

/** Node and npm as the official image has them, below /usr/local. */
const nodeFiles = (env) =>
  cachedFolder(ROOT, `image-node-${NODE_VERSION}-1`, async (partial) => {
    const npm = findNpm(env);
    const name = nodePackage('linux', process.arch);
    const fetched = path.join(partial, 'fetched');
    mkdirSync(fetched);
    writeFileSync(path.join(fetched, 'package.json'), '{ "private": true }\n');
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const specs = [`${name}@${NODE_VERSION}`, `npm@${NPM_VERSION}`];
    const args = [...npm.slice(1), 'install', '--prefix', fetched, ...flags, ...specs];
    await runOrFail('npm could not fetch Node', npm[0], args, { cwd: fetched, env: cleanEnvironment(env) });
    const local = path.join(partial, 'local');
    mkdirSync(path.join(local, 'bin'), { recursive: true });
    copyFileSync(path.join(fetched, 'node_modules', name, 'bin', 'node'), path.join(local, 'bin', 'node'));
    chmodSync(path.join(local, 'bin', 'node'), 0o755);
    cpSync(path.join(fetched, 'node_modules', 'npm'), path.join(local, 'lib', 'node_modules', 'npm'), {
      recursive: true,
    });
    for (const command of ['npm', 'npx']) {
      symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, path.join(local, 'bin', command));
    }
    rmSync(fetched, { recursive: true });
  });

/** versitygw built as its own Dockerfile does, with its own entrypoint, and a shell. */
const versitygwFiles = (env) =>
  cachedFolder(ROOT, `image-versitygw-${VERSITYGW_VERSION}-1`, async (partial) => {
    const go = findGo(env);
    const goEnv = { ...cleanEnvironment(env), CGO_ENABLED: '0' };
    const module = `github.com/versity/versitygw`;
    const bin = path.join(partial, 'usr', 'local', 'bin');
    mkdirSync(bin, { recursive: true });
    const build = ['install', `${module}/cmd/versitygw@v${VERSITYGW_VERSION}`];
    await runOrFail('Could not build versitygw', go, build, { cwd: partial, env: { ...goEnv, GOBIN: bin } });
    const download = ['mod', 'download', '-json', `${module}@v${VERSITYGW_VERSION}`];
    const source = JSON.parse(await runOrFail('Could not fetch versitygw', go, download, { cwd: partial, env: goEnv }));
    copyFileSync(path.join(source.Dir, 'docker-entrypoint.sh'), path.join(bin, 'docker-entrypoint.sh'));
    chmodSync(path.join(bin, 'docker-entrypoint.sh'), 0o755);
    await runOrFail('apt could not fetch busybox', 'apt-get', ['-q', 'download', 'busybox-static'], { cwd: partial });
    await runOrFail(
      'dpkg could not unpack busybox',
      'sh',
      ['-c', 'dpkg-deb -x busybox-static_*.deb . && rm -r *.deb usr/share'],
      {
        cwd: partial,
      },
    );
    for (const name of ['sh', 'mkdir', 'chmod', 'chown', 'wget', 'ls'])
      symlinkSync('busybox', path.join(partial, 'bin', name));
    mkdirSync(path.join(partial, 'tmp'), { mode: 0o1777 });
  });

/**
 * Makes the base images under the names that the Dockerfiles and docker-compose.yml use, without a registry: Debian by
 * debootstrap, Node from npm, versitygw from its source, Redis from Debian.
 */
export const makeBaseImages = async ({ builder, programs, env }) => {
  const [debian, node] = [await debianRoot({ ...programs, env }), await nodeFiles(env)];
  const versitygw = await versitygwFiles(env);
  await builder.make(`docker.io/library/node:${NODE_VERSION}-${DEBIAN}-slim`, async (container) => {
    await builder.run('add', '--quiet', container, path.join(debian, 'root.tar'), '/');
    await builder.run('add', '--quiet', container, path.join(node, 'local'), '/usr/local');
    await builder.run(
      'config',
      '--env',
      USUAL_PATH,
      '--env',
      `NODE_VERSION=${NODE_VERSION}`,
      '--cmd',
      'node',
      container,
    );
  });
  await builder.make(`docker.io/versity/versitygw:v${VERSITYGW_VERSION}`, async (container) => {
    await builder.run('add', '--quiet', container, versitygw, '/');
    await builder.run(
      'config',
      '--env',
      USUAL_PATH,
      '--entrypoint',
      '["/usr/local/bin/docker-entrypoint.sh"]',
      container,
    );
  });
  await builder.make('docker.io/library/redis:7.2-bookworm', async (container) => {
    await builder.run('add', '--quiet', container, path.join(debian, 'root.tar'), '/');
    const install =
      'apt-get -q update && apt-get -q install -y --no-install-recommends redis-server && install -d -o 999 -g 999 /data';
    await builder.run('run', '--isolation', 'chroot', container, '--', 'sh', '-c', install);
    await builder.run('config', '--env', USUAL_PATH, container);
  });
};
