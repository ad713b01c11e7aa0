import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeBody } from '@quarry/html';
import { convertPage } from '@quarry/page';

/** One captured page and what its main text has to be. */
export interface Article {
  readonly name: string;
  /** Path of the page below the corpus. */
  readonly file: string;
  readonly url: string;
  /** The main text, where the benchmark gives it whole. */
  readonly expected?: string;
  /** Pieces of text that belong to the main text, and pieces that do not. */
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
}

export interface ArticleSets {
  /** Article Extraction Benchmark: texts by hand. */
  readonly aeb: readonly Article[];
  /** Test pages of Readability.js: its own output is the expectation. */
  readonly readability: readonly Article[];
  /** Evaluation pages of trafilatura: pieces of text by hand. */
  readonly trafilatura: readonly Article[];
}

interface Truth {
  readonly articleBody: string;
  readonly url: string;
}
interface Pieces {
  readonly url: string;
  readonly with: readonly string[];
  readonly without: readonly string[];
}

const UNKNOWN_URL = 'https://example.org/';
const EXPECTED = '.expected.html';

const readJson = <T>(file: string): Readonly<Record<string, T>> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, T>) : {};

export const pageHtml = (corpus: string, file: string): string =>
  decodeBody(readFileSync(path.join(corpus, file)), 'text/html').text;

/** Text of a page, or of the piece of html that a library made of it. */
export const textOf = (html: string, url: string, onlyMainContent: boolean): string =>
  convertPage(
    { text: html, url, mediaType: 'text/html' },
    { formats: ['text'], links: false, emails: false, onlyMainContent },
  ).text ?? '';

/** The pages of the three sets that are below `corpus`. */
export const readArticles = (corpus: string): ArticleSets => {
  const below = (name: string): string => path.join(corpus, 'articles', name);
  const truths = readJson<Truth>(below('aeb/ground-truth.subset.json'));
  const pieces = readJson<Pieces>(below('trafilatura/evaldata.subset.json'));
  const expected = existsSync(below('readability'))
    ? readdirSync(below('readability')).filter((name) => name.endsWith(EXPECTED))
    : [];
  return {
    aeb: Object.entries(truths).map(([name, { articleBody, url }]) => ({
      name,
      file: `articles/aeb/${name}.html`,
      url,
      expected: articleBody,
    })),
    readability: expected.sort().map((file) => {
      const name = file.slice(0, -EXPECTED.length);
      return {
        name,
        file: `articles/readability/${name}.html`,
        url: UNKNOWN_URL,
        expected: textOf(readFileSync(path.join(below('readability'), file), 'utf8'), UNKNOWN_URL, false),
      };
    }),
    trafilatura: Object.entries(pieces).map(([name, entry]) => ({
      name,
      file: `articles/trafilatura/${name}.html`,
      url: /^https?:/.test(entry.url) ? entry.url : UNKNOWN_URL,
      present: entry.with,
      absent: entry.without,
    })),
  };
};

export interface PieceCounts {
  /** Pieces that belong and are there. */
  found: number;
  /** Pieces that belong and are not there. */
  missing: string[];
  /** Pieces that do not belong and are there. */
  extra: string[];
  /** Pieces that do not belong and are not there. */
  leftOut: number;
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What of an article's pieces stands in the text, white space aside. */
export const countPieces = (article: Article, text: string): PieceCounts => {
  const shown = flat(text);
  const has = (piece: string): boolean => shown.includes(flat(piece));
  const { present = [], absent = [] } = article;
  const missing = present.filter((piece) => !has(piece));
  const extra = absent.filter(has);
  return { found: present.length - missing.length, missing, extra, leftOut: absent.length - extra.length };
};

/** Precision and recall of pieces over all pages. */
export const pieceShares = (
  counts: readonly PieceCounts[],
): { readonly precision: number; readonly recall: number } => {
  const sum = (read: (count: PieceCounts) => number): number => counts.reduce((total, count) => total + read(count), 0);
  const found = sum((count) => count.found);
  return {
    precision: found / (found + sum(({ extra }) => extra.length)),
    recall: found / (found + sum(({ missing }) => missing.length)),
  };
};

/** F1 of pieces over all pages: those that belong are to be found, those that do not are to be left out. */
export const pieceScore = (counts: readonly PieceCounts[]): number => {
  let found = 0;
  let wrong = 0;
  for (const count of counts) {
    found += count.found;
    wrong += count.missing.length + count.extra.length;
  }
  return found === 0 ? 0 : (2 * found) / (2 * found + wrong);
};
