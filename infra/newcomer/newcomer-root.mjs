import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { DEBIAN, DEBIAN_PACKAGES, debianRoot } from '../docker/proof/base-images.mjs';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { killGroup, runOrFail } from '../local/host/run-command.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { findNpm } from '../local/setup/toolchain.mjs';
import { copyMachineSettings, networkVariables } from './machine-settings.mjs';

/** The project's folder in the root. */
export const PROJECT = '/root/quarry';
const SOURCE = '/srv/quarry.git';
const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child'];
/** Downloads are kept between runs; installed packages are not. */
const CACHES = {
  apt: '/var/cache/apt/archives',
  npm: '/root/.npm',
  pip: '/root/.cache/pip',
  maven: '/root/.m2/repository',
};
/** Mounts belong to the namespace and end with it. The shell stays the first process, which gets no Ctrl-C. */
const ENTER = `
set -e
root=$1; source=$2; caches=$3; shift 3
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mountpoint -q "$root/dev/shm" || { mkdir -p "$root/dev/shm"; mount -t tmpfs tmpfs "$root/dev/shm"; }
mount --bind "$source" "$root${SOURCE}"
mount -o remount,ro,bind "$root${SOURCE}"
${Object.entries(CACHES)
  .map(([name, at]) => `mount --bind "$caches/${name}" "$root${at}"`)
  .join('\n')}
set +e
chroot "$root" "$@"
exit $?
`;

/** This machine's Node and its npm, below /usr/local. */
const copyNode = (root, env) => {
  const local = path.join(root, 'usr', 'local');
  const npm = path.resolve(findNpm(env).at(-1), '../..');
  cpSync(process.execPath, path.join(local, 'bin', 'node'), { dereference: true });
  cpSync(npm, path.join(local, 'lib', 'node_modules', 'npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name));
  }
};

const gitFolder = async () => {
  const folder = await runOrFail('This is no git checkout', 'git', ['rev-parse', '--git-common-dir'], { cwd: ROOT });
  return path.resolve(ROOT, folder.trim());
};

/**
 * A Debian with only Node, npm and git, below `folder`: `{ root, start, run, killAll }`. It replaces the one of the run before
 * unless `isKept`.
 */
export const openNewcomerRoot = async ({ folder, env, programs, isKept }) => {
  const root = path.join(folder, 'root');
  const caches = path.join(folder, 'downloads');
  const source = await gitFolder();
  const variables = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
  const told = { ...networkVariables(env), ...variables };

  const running = new Set();

  /** Runs a command in the root, in namespaces that end with it. */
  const start = (words, given = {}) => {
    const pairs = Object.entries({ ...told, ...given }).map((pair) => pair.join('='));
    const args = [...NAMESPACES, 'sh', '-c', ENTER, 'sh', root, source, caches];
    const child = spawn(programs.unshare, [...args, '/usr/bin/env', '-i', ...pairs, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child.pid);
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
    return {
      child,
      ended: ended.finally(() => running.delete(child.pid)),
      /** Ctrl-C, sent to the whole group as a terminal does. */
      interrupt: () => killGroup(child.pid, 'SIGINT'),
      kill: () => killGroup(child.pid, 'SIGKILL'),
    };
  };
  const run = async (words, { given, onText = () => {} } = {}) => {
    const { child, ended } = start(words, given);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        onText(text);
      });
    }
    return { code: await ended, output };
  };

  const make = async () => {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    for (const name of Object.keys(CACHES)) mkdirSync(path.join(caches, name), { recursive: true });
    mkdirSync(path.join(caches, 'apt', 'partial'), { recursive: true });
    const packages = [...DEBIAN_PACKAGES, 'git'];
    const debian = await debianRoot({ ...programs, env, name: `newcomer-debian-${DEBIAN}-1`, packages });
    const tar = path.join(debian, 'root.tar');
    await runOrFail('tar failed', 'tar', ['-C', root, '-xf', tar], { env: cleanEnvironment(env) });
    for (const at of [SOURCE, ...Object.values(CACHES)]) mkdirSync(path.join(root, at), { recursive: true });
    copyMachineSettings({ root, home: env.HOME });
    copyNode(root, env);
    const words = ['sh', '-c', `update-ca-certificates && git clone --quiet ${SOURCE} ${PROJECT}`];
    const { code, output } = await run(words);
    if (code !== 0) throw new Error(`The clone in the root failed\n${output}`);
  };
  if (!isKept || !existsSync(path.join(root, PROJECT))) await make();
  const killAll = () => {
    for (const pid of running) killGroup(pid, 'SIGKILL');
  };
  return { root, start, run, killAll };
};
