import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
/** What `npm pack` packs and `npm publish` publishes. */
const PACKAGE_FOLDER = path.join(ROOT, 'packages/n8n/dist/npm');
/** n8n takes the names of the classes from those of the files. */
const FILES = {
  Quarry: { source: 'packages/n8n/dist/quarry.node.js', file: 'dist/Quarry.node.js' },
  QuarryApi: { source: 'packages/n8n/dist/quarry-api.credentials.js', file: 'dist/QuarryApi.credentials.js' },
};

const { version, license } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

const MANIFEST = {
  name: 'n8n-nodes-quarry',
  version,
  description: 'n8n node for Quarry: scrape pages, search engines and sites',
  keywords: ['n8n-community-node-package', 'quarry', 'scraping'],
  license,
  files: ['dist'],
  engines: { node: '>=20' },
  n8n: { n8nNodesApiVersion: 1, credentials: [FILES.QuarryApi.file], nodes: [FILES.Quarry.file] },
};

/** Writes the package of the node, in the format that n8n loads: CommonJS without dependencies. */
const writePackage = async (folder) => {
  rmSync(folder, { recursive: true, force: true });
  for (const { source, file } of Object.values(FILES)) {
    await build({
      absWorkingDir: ROOT,
      entryPoints: [source],
      outfile: path.join(folder, file),
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      legalComments: 'none',
      logLevel: 'warning',
    });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  copyFileSync(path.join(ROOT, 'packages/n8n/assets/quarry.svg'), path.join(folder, 'dist/quarry.svg'));
  copyFileSync(path.join(ROOT, 'packages/n8n/README.md'), path.join(folder, 'README.md'));
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
};

/** `node infra/build/pack-n8n.mjs [folder]`. */
const folder = path.resolve(process.argv[2] ?? PACKAGE_FOLDER);
await writePackage(folder);
console.log(`npm pack ${path.relative(process.cwd(), folder)}`);
