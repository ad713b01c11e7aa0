import path from 'node:path';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { runOrFail } from '../local/host/run-command.mjs';
import { cachedFolder } from './cached-folder.mjs';
import { neededPrograms } from './needed-programs.mjs';

/** A folder with some pinned packages that only a test needs; returns its `node_modules`. */
export const nodePackages = async ({ root, env, name, packages }) => {
  const [npm] = await neededPrograms({ names: ['npm'], aptPackages: ['npm'], env });
  const folder = await cachedFolder(root, name, (partial) =>
    runOrFail(
      `Could not fetch ${packages.join(' ')} with npm`,
      npm,
      ['install', '--prefix', partial, '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
      { env: cleanEnvironment(env) },
    ),
  );
  return path.join(folder, 'node_modules');
};
