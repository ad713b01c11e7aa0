/**
 * Makes what is published: one file with our own code, the contracts included, which imports the package's dependencies and
 * those of the contracts as usual. Runs before the package is packed; everything has to be built by then.
 */
import { copyFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));

await build({
  entryPoints: [here('dist/main.js')],
  outfile: here('bin/quarry-mcp.js'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  legalComments: 'none',
  logLevel: 'warning',
});
copyFileSync(here('../../LICENSE'), here('LICENSE'));
