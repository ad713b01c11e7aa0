import path from 'node:path';
import { aptInstall, canApt } from '../local/setup/apt.mjs';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { runCommand, runOrFail } from '../local/host/run-command.mjs';
import { cachedFolder } from './cached-folder.mjs';
import { neededPrograms } from './needed-programs.mjs';

const APT_PACKAGES = ['python3', 'python3-venv'];

/** A Python environment with some pinned packages; returns its interpreter. */
export const pythonTools = async ({ root, env, name, packages }) => {
  const [python] = await neededPrograms({ names: ['python3'], aptPackages: APT_PACKAGES, env });
  const options = { env: cleanEnvironment(env) };
  const probe = await runCommand(python, ['-c', 'import venv, ensurepip'], options);
  if (probe.code !== 0 && canApt(env)) await aptInstall(APT_PACKAGES, env);
  const folder = await cachedFolder(root, name, async (partial) => {
    await runOrFail(
      'Could not make a Python environment: apt install python3-venv',
      python,
      ['-m', 'venv', partial],
      options,
    );
    const pip = path.join(partial, 'bin', 'python3');
    const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
    await runOrFail(`Could not fetch ${packages.join(' ')} with pip`, pip, args, options);
  });
  // Programs of the environment contain the path of their folder; the interpreter does not.
  return path.join(folder, 'bin', 'python3');
};
