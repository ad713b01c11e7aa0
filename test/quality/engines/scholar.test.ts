import { expect, it } from '@jest/globals';
import type { ScraperReading } from '@quarry/scrapers/scraper';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, printPages, type Figure } from '../gate.js';
import { fold, readLabels } from '../labels.js';
import { engineParser } from './engine-parser.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const parseScholar = engineParser('enginea/scholar');

interface ArticleLabel {
  readonly title: string;
  readonly titleChars: number;
  /** No host where the title is not a link. */
  readonly host: string;
  readonly snippet: string;
  readonly snippetChars: number;
  readonly type: string;
  readonly info: string;
  /** 0 for none, as below. */
  readonly citedBy: number;
  readonly versions: number;
  /** Those with a profile. */
  readonly authors: readonly string[];
  readonly files: readonly string[];
  readonly kept: number;
}

interface PageLabels {
  readonly articles: readonly ArticleLabel[];
  readonly blocks: {
    readonly total: number | null;
    readonly time: number | null;
    readonly query: string;
    readonly related: readonly string[];
    readonly pages: number;
    readonly next: number;
  };
}

interface Article {
  readonly resultId?: string;
  readonly title: string;
  readonly type?: string;
  readonly link?: string;
  readonly snippet?: string;
  readonly publicationInfo?: {
    readonly summary: string;
    readonly authors?: readonly { readonly name: string; readonly authorId?: string }[];
  };
  readonly resources?: readonly { readonly title?: string; readonly fileFormat?: string }[];
  readonly citedBy?: { readonly total?: number };
  readonly versions?: { readonly total?: number };
  readonly cachedPageLink?: string;
}

interface Result {
  readonly organicResults: readonly Article[];
  readonly searchInformation?: {
    readonly totalResults?: number;
    readonly timeTaken?: number;
    readonly queryDisplayed?: string;
  };
  readonly relatedSearches?: readonly { readonly query: string }[];
  readonly pagination?: { readonly next?: string; readonly pages?: readonly unknown[] };
}

/** Labels that a person read from screenshots; salted hashes, so that the file has no page's text and no output becomes a label. */
const { labels: LABELS, hash } = readLabels<{
  readonly pages: Readonly<Record<string, PageLabels>>;
}>('engines/labels/scholar');

const fileOf = (slug: string): string => `google/scholar/${slug}.html`;
const parsed = (file: string, text = corpusPage(file).text): ScraperReading => parseScholar({ text });
const resultOf = (outcome: ScraperReading): Result | undefined =>
  // safe because a result of articles has them
  outcome.outcome === 'ok' ? (outcome.result as unknown as Result) : undefined;

const isTitle = (slug: string, label: ArticleLabel, { title, link }: Article): boolean =>
  hash(slug, `t${fold(title)}`) === label.title &&
  hash(slug, `h${link === undefined ? '' : new URL(link).hostname.replace(/^www\./, '')}`) === label.host;

type Cases = [string, boolean][];
type Parts = Map<string, Cases>;

const share = (cases: Readonly<Cases>, floor?: number): Figure => ({
  value: cases.length === 0 ? 1 : cases.filter(([, isRight]) => isRight).length / cases.length,
  n: cases.length,
  ...(floor === undefined ? {} : { floor }),
  cases: cases.filter(([, isRight]) => !isRight).map(([name]) => name),
});

const add = (parts: Parts, part: string, name: string, isRight: boolean): void => {
  const list = parts.get(part) ?? [];
  list.push([`${part}: ${name}`, isRight]);
  parts.set(part, list);
};

const hashes = (slug: string, kind: string, texts: readonly string[]): string =>
  texts.map((text) => hash(slug, kind + fold(text))).join();

/** What a person saw of one article besides its title. */
const addParts = (parts: Parts, slug: string, label: ArticleLabel, mine: Article): void => {
  const { snippet = '', type = '', publicationInfo, citedBy, versions, resources = [] } = mine;
  const profiled = (publicationInfo?.authors ?? []).filter(({ authorId }) => authorId !== undefined);
  const files = resources.map(({ title = '', fileFormat = '' }) => `${fileFormat} ${title}`);
  const place = `${slug} ${mine.title}`;
  const isBegun = hash(slug, `s${fold(snippet).slice(0, label.snippetChars)}`) === label.snippet;
  add(parts, 'snippet starts', `${place}: ${snippet}`, isBegun && (label.snippetChars > 0 || snippet === ''));
  add(parts, 'block types', `${place}: ${type}`, type === label.type);
  const summary = publicationInfo?.summary ?? '';
  add(parts, 'block lines about articles', `${place}: ${summary}`, hash(slug, `i${fold(summary)}`) === label.info);
  add(parts, 'block citing counts', `${place}: ${citedBy?.total}`, (citedBy?.total ?? 0) === label.citedBy);
  add(parts, 'block version counts', `${place}: ${versions?.total}`, (versions?.total ?? 0) === label.versions);
  const names = profiled.map(({ name }) => name);
  add(parts, 'block profiled authors', `${place}: ${names.join()}`, hashes(slug, 'a', names) === label.authors.join());
  add(parts, 'block files', `${place}: ${files.join()}`, hashes(slug, 'f', files) === label.files.join());
  add(parts, 'block kept copies', place, Number(mine.cachedPageLink !== undefined) === label.kept);
};

const addBlocks = (parts: Parts, slug: string, { blocks }: PageLabels, result: Result | undefined): void => {
  const { totalResults, timeTaken, queryDisplayed = '' } = result?.searchInformation ?? {};
  const [chars, digest] = blocks.query.split(':');
  const related = (result?.relatedSearches ?? []).map(({ query }) => query);
  const pages = result?.pagination?.pages?.length ?? 0;
  add(parts, 'block totals', `${slug} ${totalResults}`, (totalResults ?? null) === blocks.total);
  add(parts, 'block times', `${slug} ${timeTaken}`, (timeTaken ?? null) === blocks.time);
  const begin = fold(queryDisplayed).slice(0, Number(chars));
  add(parts, 'block queries', `${slug} ${queryDisplayed}`, hash(slug, `b${begin}`) === digest);
  add(
    parts,
    'block related searches',
    `${slug} ${related.join()}`,
    hashes(slug, 'r', related) === blocks.related.join(),
  );
  add(parts, 'block pages', `${slug} ${pages}`, pages === blocks.pages);
  add(parts, 'block next page', slug, Number(result?.pagination?.next !== undefined) === blocks.next);
};

/** Renames every class of a page. */
const renameClasses = (text: string): string =>
  text.replace(/\bclass=(?:"[^"]*"|'[^']*'|[^\s>"']+)/g, (attribute) =>
    attribute.replace(/(?<=[\s"'=])[\w-]+/g, (word) => `q${hash('class', word)}`),
  );

/** Without the ids of articles that newer pages carry. */
const dropMarks = (text: string): string => text.replace(/ data-(?:cid|did|aid|lid|rp)="[^"]*"/g, '');

describeCorpus('pages of scholarly articles', () => {
  const pages = Object.entries(LABELS.pages);

  it('are read as a person reads them', () => {
    const found: Cases = [];
    const ours: Cases = [];
    const parts: Parts = new Map();
    for (const [slug, labels] of pages) {
      const result = resultOf(parsed(fileOf(slug)));
      const articles = result?.organicResults ?? [];
      for (const [at, label] of labels.articles.entries()) {
        const mine = articles[at];
        const isFound = mine !== undefined && isTitle(slug, label, mine);
        found.push([`${slug} ${at + 1}: ${mine?.title ?? 'nothing'}`, isFound]);
        if (isFound) addParts(parts, slug, label, mine);
      }
      for (const [at, mine] of articles.entries()) {
        const label = labels.articles[at];
        ours.push([`${slug} ${at + 1}: ${mine.title}`, label !== undefined && isTitle(slug, label, mine)]);
      }
      addBlocks(parts, slug, labels, result);
    }
    const figures = {
      'articles recall, in order': share(found, 0.98),
      'articles precision': share(ours, 0.98),
      ...Object.fromEntries([...parts].map(([name, list]) => [name, share(list, name.startsWith('b') ? 0.95 : 0.98)])),
    };
    printPages('engines/scholar', { articles: found, given: ours });
    for (const figure of Object.values(figures))
      for (const line of figure.cases ?? []) process.stdout.write(`  ${line}\n`);
    const files = pages.map(([slug]) => fileOf(slug));
    expect(judgeFigures('engines/scholar', files, figures)).toEqual([]);
  });

  it('that ask for a person are blocked, profiles and other pages of the engine are not understood', () => {
    const outcomes = (folder: string, isPage: (name: string) => boolean) =>
      new Set(corpusFiles(folder, isPage).map((name) => parsed(name).outcome));
    const isPage = (name: string): boolean => name.endsWith('.html');
    expect(outcomes('google/scholar', (name) => isPage(name) && name.includes('-empty'))).toEqual(new Set(['blocked']));
    expect(outcomes('google/blocked', (name) => isPage(name) && name.includes('scholar'))).toEqual(
      new Set(['blocked']),
    );
    expect(outcomes('google/scholar', (name) => isPage(name) && /profile|author-result/.test(name))).toEqual(
      new Set(['unrecognized']),
    );
    expect(outcomes('google/blocked', isPage)).not.toContain('ok');
    expect(outcomes('google/noresults', isPage)).toEqual(new Set(['unrecognized']));
    for (const folder of ['google/images', 'google/shopping', 'google/ai-mode', 'google/serp'])
      expect(outcomes(folder, isPage)).not.toContain('ok');
  });

  it('are the same when every class has another name, with their marks of articles and without', () => {
    for (const change of [renameClasses, dropMarks, (text: string) => renameClasses(dropMarks(text))]) {
      let kept = 0;
      let all = 0;
      let wrong = 0;
      for (const [slug] of pages) {
        const { text } = corpusPage(fileOf(slug));
        const before = resultOf(parsed(fileOf(slug), text))?.organicResults ?? [];
        const after = resultOf(parsed(fileOf(slug), change(text)))?.organicResults ?? [];
        const known = new Set(before.map((article) => JSON.stringify(article)));
        const right = after.filter((article) => known.has(JSON.stringify(article))).length;
        kept += right;
        wrong += after.length - right;
        all += before.length;
      }
      process.stdout.write(`quality scholar renaming: ${kept} of ${all} whole articles, ${wrong} others\n`);
      expect(kept / all).toBeGreaterThanOrEqual(0.9);
      expect(wrong / all).toBeLessThan(0.02);
    }
  });

  it('without their results are not understood, never an empty list', () => {
    for (const [slug] of pages) {
      const { text } = corpusPage(fileOf(slug));
      const emptied = text.replace(/<h3[\s\S]*?<\/h3>/g, '');
      expect(parsed(fileOf(slug), emptied).outcome).toBe('unrecognized');
    }
  });

  it('are read in a few milliseconds', () => {
    const best = pages.map(([slug]) => {
      const { text } = corpusPage(fileOf(slug));
      // The best of several, as other processes use the machine too.
      return Math.min(
        ...[1, 2, 3, 4, 5].map(() => {
          const usedMs = watchProcessor();
          parsed(fileOf(slug), text);
          return usedMs();
        }),
      );
    });
    const sorted = best.sort((one, other) => one - other);
    const [median = 0, worst = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
    process.stdout.write(`quality scholar time: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`);
    // A wide margin over 10 and 60, for busy machines.
    expect(median).toBeLessThan(dueMs(40));
    expect(worst).toBeLessThan(dueMs(240));
  });
});
