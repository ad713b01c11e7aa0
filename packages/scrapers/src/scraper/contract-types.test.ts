import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const COMPILER = path.join(ROOT, 'node_modules/typescript-native/bin/tsc');
const OPTIONS = ['-p', '.', '--pretty', 'false', '--checkers', '1'];
const PACKAGES = ['packages/contracts', 'packages/scrapers'];
const OPERATIONS = 'packages/contracts/src/operations';
const SCRAPERS = 'packages/scrapers/src';

type Renaming = readonly [string, string, string];

/** In a file of the contract, a field that is renamed, and the folder whose build must fail by it. */
const RESPONSE_FIELDS: readonly Renaming[] = [
  ['enginea/ai-mode.ts', 'textBlocks', 'engines/enginea/ai-mode'],
  ['enginea/images.ts', 'imagesResults', 'engines/enginea/images'],
  ['enginea/scholar.ts', 'citedBy', 'engines/enginea/scholar'],
  ['enginea/serp-result.ts', 'snippetHighlitedWords', 'engines/enginea/serp'],
  ['enginea/shopping-result.ts', 'extractedPrice', 'engines/enginea/products'],
  ['engineb/serp.ts', 'relatedSearches', 'engines/engineb/serp'],
  ['enginec/serp.ts', 'searchAssist', 'engines/enginec/serp'],
  ['jobboard/listing.ts', 'company', 'sites/jobboard/listing'],
  ['localreviews/place.ts', 'neighborhoods', 'sites/localreviews/place'],
  ['lodging/place-result.ts', 'maxOccupancy', 'sites/lodging/place'],
  ['lodging/search-result.ts', 'district', 'sites/lodging/search'],
  ['realtya/listing-result.ts', 'addressRaw', 'sites/realtya/listing'],
  ['realtyb/property.ts', 'rentEstimate', 'sites/realtyb/property'],
  ['retailer/product-result.ts', 'sellerName', 'sites/retailer/product'],
  ['retailer/search-result.ts', 'memberSavings', 'sites/retailer/search'],
  ['storeplatform/collections.ts', 'products_count', 'sites/storeplatform/collections'],
];

const PARAMETERS: readonly Renaming[] = [
  ['enginea/ai-mode.ts', 'continuable', 'engines/enginea/ai-mode'],
  ['enginea/images.ts', 'ijn', 'engines/enginea/images'],
  ['enginea/scholar.ts', 'cites', 'engines/enginea/scholar'],
  ['enginea/serp.ts', 'tbm', 'engines/enginea/serp'],
  ['enginea/shopping.ts', 'shoprs', 'engines/enginea/shopping'],
  ['engineb/serp.ts', 'filters', 'engines/engineb/serp'],
  ['enginec/serp.ts', 'kl', 'engines/enginec/serp'],
  ['jobboard/listing.ts', 'datePosted', 'sites/jobboard/listing'],
  ['localreviews/place.ts', 'placeId', 'sites/localreviews/place'],
  ['lodging/stay.ts', 'checkInDate', 'sites/lodging/place'],
  ['lodging/search.ts', 'bedrooms', 'sites/lodging/search'],
  ['realtya/listing-fields.ts', 'statusOptions', 'sites/realtya/listing'],
  ['realtyb/property.ts', 'extractAgentEmails', 'sites/realtyb/property'],
  ['retailer/product.ts', 'otherOffers', 'sites/retailer/product'],
  ['retailer/search.ts', 'catId', 'sites/retailer/search'],
  ['storeplatform/collections.ts', 'limit', 'sites/storeplatform/collections'],
];

const LISTS = ['engines/engine-operations.ts', 'sites/site-operations.ts'].map((file) => `${SCRAPERS}/${file}`);

/** How the copy is compiled: as the packages are, with its own contract in place of theirs. */
const CONFIG = {
  extends: path.join(ROOT, 'tsconfig.base.json'),
  compilerOptions: {
    ...{ composite: false, declaration: false, declarationMap: false, noEmit: true },
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    paths: { '@quarry/contracts': ['./packages/contracts/src/index.ts'] },
  },
  files: LISTS,
};

/** A copy of both packages in `copy`, with a field of each of those files of the contract renamed. */
const copyRenamed = async (copy: string, renamings: readonly Renaming[]): Promise<void> => {
  for (const folder of PACKAGES) {
    await mkdir(path.join(copy, folder), { recursive: true });
    await cp(path.join(ROOT, folder, 'src'), path.join(copy, folder, 'src'), { recursive: true });
    await cp(path.join(ROOT, folder, 'package.json'), path.join(copy, folder, 'package.json'));
    await symlink(path.join(ROOT, folder, 'node_modules'), path.join(copy, folder, 'node_modules'));
  }
  for (const [file, field] of renamings) {
    const name = path.join(copy, OPERATIONS, file);
    const source = await readFile(name, 'utf8');
    await writeFile(name, source.replaceAll(new RegExp(`\\b${field}\\b`, 'g'), `${field}Renamed`));
  }
  await writeFile(path.join(copy, 'tsconfig.json'), JSON.stringify(CONFIG));
};

/** Files of scrapers that do not compile in that copy, without their folder's name. */
const brokenFiles = async (copy: string): Promise<readonly string[]> => {
  const compiler = spawn(process.execPath, [COMPILER, ...OPTIONS], {
    cwd: copy,
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' },
  });
  const output = await text(compiler.stdout);
  const files = [...output.matchAll(/^(\S+?)\(\d+,\d+\): error TS/gm)].map(([, file = '']) => file);
  return files.filter((file) => file.startsWith(`${SCRAPERS}/`)).map((file) => path.relative(SCRAPERS, file));
};

describe.each([
  ['response', RESPONSE_FIELDS],
  ['parameters', PARAMETERS],
])('a field of the %s that is renamed in the contract', (_name, renamings) => {
  let copy = '';
  let broken: readonly string[] = [];
  beforeAll(async () => {
    copy = await mkdtemp(path.join(ROOT, '.toolchain/renamed-'));
    await copyRenamed(copy, renamings);
    broken = await brokenFiles(copy);
  }, 120_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it.each(renamings)('%s: %s breaks the build of %s', (_file, _field, folder) => {
    expect(broken.filter((name) => name.startsWith(`${folder}/`))).not.toEqual([]);
  });
});
