import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { aptUpdate, canApt } from '../local/setup/apt.mjs';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { findProgram } from '../local/host/programs.mjs';
import { Failure, runCommand, runOrFail } from '../local/host/run-command.mjs';
import { cachedFolder } from './cached-folder.mjs';

const CACHE_NAME = 'prometheus-deb-1';
const PROGRAMS = ['prometheus', 'promtool'];
const MISSING = 'prometheus missing: apt install prometheus';

const find = (env, folder) =>
  PROGRAMS.map((name) =>
    findProgram({ names: [name], files: folder ? [path.join(folder, 'usr/bin', name)] : [], env }),
  );

/** The package is only downloaded and unpacked: if installed, its service would start with the machine. */
const fetchPackage = async (folder, env) => {
  const options = { cwd: folder, env: cleanEnvironment(env) };
  const download = () => runCommand('apt-get', ['-q', 'download', 'prometheus'], options);
  let { code, output } = await download();
  if (code !== 0 && canApt(env)) {
    await aptUpdate(env);
    ({ code, output } = await download());
  }
  const file = readdirSync(folder).find((name) => /^prometheus_.*\.deb$/.test(name));
  if (code !== 0 || file === undefined) throw new Failure(MISSING, output);
  await runOrFail('Could not unpack prometheus', 'dpkg-deb', ['-x', file, '.'], options);
  rmSync(path.join(folder, file));
};

/** Prometheus and promtool, of this machine or from their Debian package; each test starts its own. */
export const prometheusPrograms = async ({ root, env }) => {
  let found = find(env);
  if (found.includes(undefined)) {
    if (!findProgram({ names: ['apt-get'], env })) throw new Failure(MISSING);
    found = find(env, await cachedFolder(root, CACHE_NAME, (partial) => fetchPackage(partial, env)));
  }
  const [prometheus, promtool] = found;
  return { env: { TEST_PROMETHEUS: prometheus, TEST_PROMTOOL: promtool }, stop: async () => {} };
};
