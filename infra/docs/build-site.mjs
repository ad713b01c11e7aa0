/** `npm run docs`: builds the guides as a static site with search. */
import path from 'node:path';
import { runMain } from '../local/host/progress.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { buildSite, docsTools } from './docs-tools.mjs';

await runMain(async () => {
  const folder = await buildSite(await docsTools(process.env));
  console.log(`The guides are in ${path.relative(ROOT, folder)}`);
  return 0;
});
