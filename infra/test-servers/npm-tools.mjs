import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from '../local/host/environment.mjs';
import { Failure, runOrFail } from '../local/host/run-command.mjs';
import { findNpm } from '../local/setup/toolchain.mjs';
import { cachedFolder } from './cached-folder.mjs';

const PINS = ['package.json', 'package-lock.json'];

/**
 * The folder with programs that few commands need: hundreds of megabytes, so they are apart from the packages of the workspace
 * and fetched by the first command that asks for them. `pins` is the folder with their `package.json` and lock file.
 */
export const npmTools = async ({ root, env, name, pins }) => {
  const digest = createHash('sha256');
  for (const file of PINS) digest.update(readFileSync(path.join(pins, file)));
  return cachedFolder(root, `${name}-${digest.digest('hex').slice(0, 12)}`, async (folder) => {
    for (const file of PINS) copyFileSync(path.join(pins, file), path.join(folder, file));
    const own = withPathFirst(cleanEnvironment(env), path.dirname(process.execPath));
    const npm = findNpm(env);
    if (!npm) throw new Failure(`npm is needed to fetch ${name}: install npm`);
    const [program, ...args] = [...npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await runOrFail(`Could not fetch ${name} with npm`, program, args, { cwd: folder, env: own });
  });
};
