/** `npm run changeset -- status`, `add` or `version`: what is released next, by the files in `.changeset`. Needs no network. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from '../local/host/environment.mjs';
import { runMain } from '../local/host/progress.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { PNPM_VERSION } from '../local/setup/toolchain.mjs';

const PROGRAM = path.join(ROOT, 'node_modules/@changesets/cli/bin.js');
/** `version` brings the lock file up to date. */
const PNPM_FOLDER = path.join(ROOT, `.toolchain/pnpm-${PNPM_VERSION}/node_modules/.bin`);

await runMain(async () => {
  const nodeFolder = path.dirname(process.execPath);
  const env = withPathFirst(withPathFirst(cleanEnvironment(process.env), PNPM_FOLDER), nodeFolder);
  // In the folder of the caller, so that a copy of the project can be tried.
  const child = spawn(process.execPath, [PROGRAM, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
});
