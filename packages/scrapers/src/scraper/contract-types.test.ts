import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const CONTRACTS = path.join(ROOT, 'packages/contracts/src');
const SCRAPERS = path.join(ROOT, 'packages/scrapers/src');

type Renaming = readonly [string, string, string];

/** In a file of the contract, a field that is renamed, and the folder whose build must fail by it. */
const RESPONSE_FIELDS: readonly Renaming[] = [
  ['enginea/ai-mode.ts', 'textBlocks', 'engines/enginea/ai-mode'],
  ['enginea/images.ts', 'imagesResults', 'engines/enginea/images'],
  ['enginea/scholar.ts', 'citedBy', 'engines/enginea/scholar'],
  ['enginea/serp-result.ts', 'snippetHighlitedWords', 'engines/enginea/serp'],
  ['enginea/shopping-result.ts', 'extractedPrice', 'engines/enginea/products'],
  ['engineb/serp.ts', 'displayedLink', 'engines/engineb/serp'],
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

const LISTS = ['engines/engine-operations.ts', 'sites/site-operations.ts'].map((file) => path.join(SCRAPERS, file));

/** The contract's files with a field of each renamed, by their paths. */
const renamedFiles = (renamings: readonly Renaming[]): ReadonlyMap<string, string> =>
  new Map(
    renamings.map(([file, field]) => {
      const name = path.join(CONTRACTS, 'operations', file);
      return [name, readFileSync(name, 'utf8').replaceAll(new RegExp(`\\b${field}\\b`, 'g'), `${field}Renamed`)];
    }),
  );

/** Files of parsers that do not compile when `files` stand in place of the contract's own. */
const brokenFiles = (files: ReadonlyMap<string, string>): readonly string[] => {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.base.json'), (name) => readFileSync(name, 'utf8')) as {
    config: { compilerOptions: Record<string, unknown> };
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      ...{ composite: false, declaration: false, declarationMap: false, noEmit: true },
      paths: { '@quarry/contracts': [path.join(CONTRACTS, 'index.ts')] },
    },
    ROOT,
  );
  const host = ts.createCompilerHost(options);
  const onDisk = host.readFile.bind(host);
  host.readFile = (name) => files.get(path.resolve(name)) ?? onDisk(name);
  const program = ts.createProgram(LISTS, options, host);
  return program
    .getSourceFiles()
    .filter(({ fileName }) => path.resolve(fileName).startsWith(SCRAPERS))
    .filter((file) => program.getSemanticDiagnostics(file).length > 0)
    .map(({ fileName }) => path.relative(SCRAPERS, fileName));
};

describe.each([
  ['response', RESPONSE_FIELDS],
  ['parameters', PARAMETERS],
])('a field of the %s that is renamed in the contract', (_name, renamings) => {
  let broken: readonly string[] = [];
  beforeAll(() => {
    broken = brokenFiles(renamedFiles(renamings));
  }, 120_000);

  it.each(renamings)('%s: %s breaks the build of %s', (_file, _field, folder) => {
    expect(broken.filter((name) => name.startsWith(`${folder}/`))).not.toEqual([]);
  });
});
