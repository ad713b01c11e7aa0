import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment } from '../../local/host/environment.mjs';
import { runCommand, runOrFail } from '../../local/host/run-command.mjs';
import { ROOT } from '../../local/setup/setup.mjs';

const BUILD_TIMEOUT_MS = 3_600_000;
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Overlays where the kernel mounts them, else whole copies. */
const storageDriver = async (folder) => {
  const at = (name) => path.join(folder, 'try', name);
  for (const name of ['lower', 'upper', 'work', 'merged']) mkdirSync(at(name), { recursive: true });
  const options = `lowerdir=${at('lower')},upperdir=${at('upper')},workdir=${at('work')}`;
  const { code } = await runCommand('mount', ['-t', 'overlay', 'overlay', '-o', options, at('merged')]);
  if (code === 0) await runCommand('umount', [at('merged')]);
  rmSync(path.join(folder, 'try'), { recursive: true, force: true });
  return code === 0 ? 'overlay' : 'vfs';
};

/** Settings by which npm and pnpm reach the registry in a build: the user's own, and the certificates of the root. */
const npmSettings = async () => {
  const { stdout } = await runCommand('sh', ['-c', 'cat "$HOME/.npmrc" 2>/dev/null']);
  return `${stdout}\ncafile=${CERTIFICATES}\n`;
};

/** buildah with its store below `folder`; it builds without an engine, at the lowest priority. */
export const openBuilder = async ({ buildah, folder, env }) => {
  const driver = await storageDriver(folder);
  const store = [
    '--storage-driver',
    driver,
    '--root',
    path.join(folder, 'store'),
    '--runroot',
    path.join(folder, 'run'),
  ];
  const options = { env: { ...cleanEnvironment(env), BUILDAH_FORMAT: 'docker' }, timeoutMs: BUILD_TIMEOUT_MS };
  const secret = path.join(folder, 'npmrc');
  writeFileSync(secret, await npmSettings(), { mode: 0o600 });
  const run = async (...args) =>
    (await runOrFail(`buildah ${args[0]} failed`, 'nice', ['-n', '19', buildah, ...store, ...args], options)).trim();
  return {
    driver,
    run,
    /** Makes an image from scratch unless it exists. */
    async make(name, fill) {
      if ((await runCommand(buildah, [...store, 'inspect', '--type', 'image', name], options)).code === 0) return;
      const container = await run('from', 'scratch');
      await fill(container);
      await run('commit', '--quiet', '--rm', container, name);
    },
    build({ image, file, target, context }) {
      const isolation = ['--isolation', 'chroot', '--pull-never', '--layers', '--secret', `id=npmrc,src=${secret}`];
      const what = ['--file', path.join(ROOT, file), ...(target ? ['--target', target] : []), '--tag', image, context];
      return run('bud', ...isolation, ...what);
    },
    async inspect(image) {
      return JSON.parse(await run('inspect', '--type', 'image', image));
    },
    /** The folder of an image's files. */
    async mount(image) {
      return run('mount', await run('from', '--pull-never', image));
    },
    async sizeOf(image) {
      return run('images', '--format', '{{.Size}}', image);
    },
    /** Unmounts everything, the driver's own mount too. Synchronous, because it is called at the very end. */
    closeNow() {
      for (const what of [
        [buildah, ...store, 'umount', '--all'],
        [buildah, ...store, 'rm', '--all'],
        ['umount', path.join(folder, 'store', driver)],
      ]) {
        spawnSync(what[0], what.slice(1), { stdio: 'ignore' });
      }
    },
  };
};
