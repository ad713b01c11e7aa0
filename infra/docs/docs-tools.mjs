import path from 'node:path';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { runOrFail } from '../local/host/run-command.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { npmTools } from '../test-servers/npm-tools.mjs';

const OWN_FOLDER = path.join(ROOT, 'infra/docs');
const BUILD_TIMEOUT_MS = 900_000;

/** The folder with the tools for documents. */
export const docsTools = (env) => npmTools({ root: ROOT, env, name: 'docs-tools', pins: OWN_FOLDER });

/** Builds the guides into `docs/.vitepress/dist`; a link that leads nowhere is a failure. Returns that folder. */
export const buildSite = async (tools) => {
  const vitepress = path.join(tools, 'node_modules/vitepress/bin/vitepress.js');
  await runOrFail('The site of the guides could not be built', process.execPath, [vitepress, 'build', 'docs'], {
    cwd: ROOT,
    env: cleanEnvironment(process.env),
    timeoutMs: BUILD_TIMEOUT_MS,
  });
  return path.join(ROOT, 'docs/.vitepress/dist');
};
