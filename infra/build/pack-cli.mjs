import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
/** What `npm pack` packs and `npm publish` publishes. */
const PACKAGE_FOLDER = path.join(ROOT, 'packages/cli/dist/npm');
const ENTRY = 'packages/cli/dist/quarry.js';

const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** The package needs no other: everything is in its files. */
const manifestOf = ({ version, license }) => ({
  name: 'quarry-cli',
  version,
  description: 'The command line of Quarry: scrape pages, search and run batches on a deployment',
  keywords: ['quarry', 'scraping', 'cli'],
  license,
  type: 'module',
  bin: { quarry: 'bin/quarry.js' },
  files: ['bin'],
  engines: { node: '>=20' },
});

/**
 * Writes the package of the installed command line and returns the sources that are in it: `bin/quarry.js`, which answers
 * `--version` by itself, and what it loads for anything else.
 */
export const writePackage = async (folder = PACKAGE_FOLDER) => {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { quarry: ENTRY },
    outdir: path.join(folder, 'bin'),
    chunkNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    `${JSON.stringify(manifestOf(readJson('package.json')), null, 2)}\n`,
  );
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  copyFileSync(path.join(ROOT, 'docs/command-line.md'), path.join(folder, 'README.md'));
  return Object.keys(metafile.inputs);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , folder = PACKAGE_FOLDER] = process.argv;
  await writePackage(path.resolve(folder));
  console.log(
    `Wrote the package quarry-cli to ${folder}. Next: npm pack ${path.relative(process.cwd(), folder) || '.'}`,
  );
}
