import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type PageFacts, plain } from './judge-facts.js';

/** A page and the facts that another reader or a person found on it. */
export interface FactCase {
  readonly name: string;
  readonly file: string;
  readonly url: string;
  readonly expected: PageFacts;
}

const NO_URL = 'http://fakehost/test/page.html';
const META = '.meta.json';

type Labels = Readonly<Record<string, string | null | undefined>>;

const readLabels = (file: string): Labels => JSON.parse(readFileSync(file, 'utf8')) as Labels;

/** The cases of the two sets that have facts, below `corpus`. */
export const readFactCases = (corpus: string): FactCase[] => {
  const below = (...names: string[]): string => path.join(corpus, 'articles', ...names);
  const file = below('trafilatura/evaldata.subset.json');
  const labelled = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Labels>) : {};
  const cases = Object.entries(labelled).map(([name, { title, author, date, description, url }]) => ({
    name,
    file: `articles/trafilatura/${name}.html`,
    url: url?.startsWith('http') ? url : NO_URL,
    expected: { title, byline: author, published: date, description },
  }));
  const names = existsSync(below('readability'))
    ? readdirSync(below('readability')).filter((name) => name.endsWith(META))
    : [];
  const read = names.sort().map((meta) => {
    const { title, byline, publishedTime } = readLabels(below('readability', meta));
    const name = meta.slice(0, -META.length);
    // Its excerpt is the first paragraph where a page has no description: no statement of the page.
    return {
      name,
      file: `articles/readability/${name}.html`,
      url: NO_URL,
      expected: { title, byline, published: publishedTime },
    };
  });
  return [...cases, ...read].map((one) => ({
    ...one,
    expected: Object.fromEntries(Object.entries(one.expected).filter(([, value]) => plain(value) !== '')) as PageFacts,
  }));
};
