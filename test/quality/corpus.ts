import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';
import { decodeBody, sniffMediaType } from '@quarry/html';

/** Real captured pages, kept beside the repository and never in it. */
export const CORPUS = process.env['QUARRY_CORPUS'] ?? path.resolve(process.cwd(), '../shared/corpus');

const isPresent = existsSync(CORPUS);
if (!isPresent) process.stdout.write(`quality gates skipped: no pages at ${CORPUS} (set QUARRY_CORPUS)\n`);

/** A suite on captured pages; skipped, with a plain line, where they are absent. */
export const describeCorpus = isPresent ? describe : describe.skip;

/** Names of the files below a folder of the corpus, sorted; none where the corpus is absent. */
export const corpusFiles = (folder: string, isWanted: (name: string) => boolean): string[] =>
  isPresent && existsSync(path.join(CORPUS, folder))
    ? readdirSync(path.join(CORPUS, folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(CORPUS, path.join(entry.parentPath, entry.name)))
        .filter(isWanted)
        .sort()
    : [];

export const corpusBytes = (name: string): Uint8Array => readFileSync(path.join(CORPUS, name));

export interface CorpusPage {
  readonly text: string;
  readonly mediaType: string;
}

/** A captured page, decoded as the fetcher decodes it. */
export const corpusPage = (name: string): CorpusPage => {
  const bytes = corpusBytes(name);
  const header = /\.html?$/.test(name) ? 'text/html' : undefined;
  return { text: decodeBody(bytes, header).text, mediaType: sniffMediaType(bytes, header) };
};

/** Digest of the named files: scores are comparable only where it is the same. */
export const corpusDigest = (names: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\n`).update(corpusBytes(name));
  return hash.digest('hex');
};
