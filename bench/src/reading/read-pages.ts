import { convertPage, type PageData } from '@quarry/page';
import { type Article, textOf } from '../main-text/articles.js';
import { EXTRACTORS } from '../main-text/extractors.js';
import { runTrafilatura } from '../main-text/trafilatura.js';
import type { PageFacts } from './judge-facts.js';

/** All that one reader made of all pages. */
export interface PagesRead {
  readonly name: string;
  readonly texts: ReadonlyMap<Article, string>;
  /** By the file of the page; undefined of a reader that reads none. */
  readonly facts: ReadonlyMap<string, PageFacts> | undefined;
  /** Median of processor time per page for the text. */
  readonly ms: number;
}

export type Pages = ReadonlyMap<Article, string>;

export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The facts of a page by us. */
const ourFacts = (html: string, url: string): PageFacts => {
  const page = { text: html, url, mediaType: 'text/html' };
  const { json } = convertPage(page, { formats: ['json'], links: false, emails: false });
  const { title, byline, published, description } = json as PageData;
  return { title, byline, published, description };
};

const say = (line: string): void => void process.stderr.write(`… ${line}\n`);

const readHere = async (pages: Pages, addressOf: (article: Article) => string): Promise<PagesRead[]> => {
  const reads: PagesRead[] = [];
  for (const { name, extract, isHtml } of EXTRACTORS) {
    say(`${pages.size} pages by ${name}`);
    const texts = new Map<Article, string>();
    const facts = new Map<string, PageFacts>();
    const times: number[] = [];
    for (const [article, html] of pages) {
      const began = cpuMs();
      // A library that fails on a page has read nothing of it.
      const made = await Promise.resolve()
        .then(() => extract(html, addressOf(article)))
        .catch(() => ({ content: '', facts: {} }));
      times.push(cpuMs() - began);
      texts.set(article, isHtml ? textOf(made.content, article.url, false) : made.content);
      const read = name === 'quarry' ? ourFacts(html, addressOf(article)) : made.facts;
      if (read) facts.set(article.file, read);
    }
    reads.push({ name, texts, facts: facts.size > 0 ? facts : undefined, ms: median(times) });
  }
  return reads;
};

/** The pages by each reader, ours first; trafilatura where `python` has it. */
export const readPages = async (
  pages: Pages,
  python: string,
  addressOf: (article: Article) => string,
): Promise<PagesRead[]> => {
  const reads = await readHere(pages, addressOf);
  say(`${pages.size} pages by trafilatura`);
  const articles = [...pages.keys()];
  const foreign = runTrafilatura(
    python,
    [...pages].map(([article, html]) => ({ html, url: addressOf(article) })),
  );
  if (!foreign) {
    process.stdout.write(`trafilatura is left out: ${python} does not have it\n\n`);
    return reads;
  }
  return [
    ...reads,
    {
      name: 'trafilatura',
      texts: new Map(articles.map((article, index) => [article, foreign[index]?.text ?? ''])),
      facts: new Map(articles.map((article, index) => [article.file, foreign[index]?.facts ?? {}])),
      ms: median(foreign.map(({ ms }) => ms)),
    },
  ];
};
