/** `node infra/local/with-node.mjs <script> [words]`: runs a script of the project, set up and built, with the Node that it brings. */
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from './host/environment.mjs';
import { runMain } from './host/progress.mjs';
import { runAttached } from './host/run-attached.mjs';
import { ROOT, setUp } from './setup/setup.mjs';

await runMain(async () => {
  const { node } = await setUp({ withTools: false });
  const env = withPathFirst(cleanEnvironment(process.env), path.dirname(node));
  return runAttached(node, process.argv.slice(2), { cwd: ROOT, env });
});
