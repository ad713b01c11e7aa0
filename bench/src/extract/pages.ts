import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeBody } from '@quarry/html';

/** Real captured pages, kept beside the repository. */
const CORPUS = process.env['QUARRY_CORPUS'] ?? path.resolve(process.cwd(), '../shared/corpus');
const FOLDER = path.join(CORPUS, 'articles');
const NO_PAGE = /\.(?:expected|in)\.html$/;

/** Paths of articles, shops and reference pages; none where the corpus is absent. */
export const listPages = (): string[] =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.html') && !NO_PAGE.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort()
    : [];

/** A page as text, with its size as served. */
export const readPage = (file: string): { readonly text: string; readonly bytes: number } => {
  const bytes = readFileSync(file);
  return { text: decodeBody(bytes, 'text/html').text, bytes: bytes.length };
};
