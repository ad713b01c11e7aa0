import { expect, it } from '@jest/globals';
import type { ScraperReading } from '@quarry/scrapers/scraper';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, printPages, type Figure } from '../gate.js';
import { fold, readLabels } from '../labels.js';
import { engineParser } from './engine-parser.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const parseEnginebSerp = engineParser('engineb/serp');

interface OrganicLabel {
  readonly title: string;
  readonly titleChars: number;
  readonly host: string;
  readonly snippet?: string;
  readonly snippetChars?: number;
  readonly date: string;
  readonly displayed?: string;
}

interface PageLabels {
  readonly organic: readonly OrganicLabel[];
  /** Counts, or `length:hash` of how a text begins. */
  readonly blocks: Readonly<Record<string, number | string>>;
  /** What a reader sees before scrolling a row of results. */
  readonly isBeginning?: boolean;
}

interface Organic {
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
  readonly date?: string;
  readonly displayedLink?: string;
  readonly source?: string;
  readonly sitelinks?: readonly unknown[];
}

interface Ad {
  readonly blockPosition: string;
  readonly title: string;
  readonly displayedLink?: string;
  readonly description?: string;
  readonly sitelinks?: readonly unknown[];
}

interface Result {
  readonly organicResults: readonly Organic[];
  readonly ads?: readonly Ad[];
  readonly relatedSearches?: readonly { readonly query: string }[];
  readonly pagination?: { readonly next?: string; readonly pages?: readonly unknown[] };
  readonly aiAnswer?: {
    readonly textBlocks: readonly { readonly type: string; readonly snippet?: string }[];
    readonly references: readonly unknown[];
  };
}

/** Labels that a person read from screenshots; salted hashes, so that the file has no page's text and no output becomes a label. */
const { labels: LABELS, hash } = readLabels<{
  readonly pages: Readonly<Record<string, PageLabels>>;
}>('engines/labels/engineb-serp');

const parsed = (file: string, text = corpusPage(file).text): ScraperReading => parseEnginebSerp({ text });
const resultOf = (outcome: ScraperReading): Result | undefined =>
  // safe because a result of web results has them
  outcome.outcome === 'ok' ? (outcome.result as unknown as Result) : undefined;

const isTitle = (slug: string, label: OrganicLabel, { title, link }: Organic): boolean =>
  hash(slug, `t${fold(title).slice(0, label.titleChars)}`) === label.title &&
  hash(slug, `h${new URL(link).hostname.replace(/^www\./, '')}`) === label.host;

const isSnippet = (
  slug: string,
  { snippet, snippetChars = 0 }: OrganicLabel,
  { snippet: ours = '' }: Organic,
): boolean => snippet === undefined || hash(slug, `s${fold(ours).slice(0, snippetChars)}`) === snippet;

const COUNTS: Readonly<Record<string, (result: Result) => number>> = {
  pages: ({ pagination }) => pagination?.pages?.length ?? 0,
  next: ({ pagination }) => Number(pagination?.next !== undefined),
  ads: ({ ads }) => ads?.length ?? 0,
  adsTop: ({ ads }) => (ads ?? []).filter(({ blockPosition }) => blockPosition === 'top').length,
  adsBottom: ({ ads }) => (ads ?? []).filter(({ blockPosition }) => blockPosition === 'bottom').length,
  adsRight: ({ ads }) => (ads ?? []).filter(({ blockPosition }) => blockPosition === 'right').length,
  relatedSearches: ({ relatedSearches }) => relatedSearches?.length ?? 0,
  sitelinks: ({ organicResults }) => organicResults.reduce((sum, { sitelinks }) => sum + (sitelinks?.length ?? 0), 0),
  aiBlocks: ({ aiAnswer }) => aiAnswer?.textBlocks.length ?? 0,
  aiReferences: ({ aiAnswer }) => aiAnswer?.references.length ?? 0,
};

/** Of the element with a number, from 1. */
const PARTS: Readonly<Record<string, (result: Result, at: number) => string | number | undefined>> = {
  adTitle: ({ ads }, at) => ads?.[at]?.title,
  adLink: ({ ads }, at) => ads?.[at]?.displayedLink,
  adText: ({ ads }, at) => ads?.[at]?.description,
  adSitelinks: ({ ads }, at) => ads?.[at]?.sitelinks?.length,
  related: ({ relatedSearches }, at) => relatedSearches?.[at]?.query,
  source: ({ organicResults }, at) => organicResults[at]?.source,
  aiText: ({ aiAnswer }, at) => aiAnswer?.textBlocks[at]?.snippet,
  aiHeading: ({ aiAnswer }) => aiAnswer?.textBlocks.find(({ type }) => type === 'heading')?.snippet,
};

const readBlock = (result: Result, name: string): string | number | undefined => {
  const count = COUNTS[name];
  if (count) return count(result);
  const [, part = '', number = '1'] = /^(\D+)(\d*)$/.exec(name) ?? [];
  return PARTS[part]?.(result, Number(number || '1') - 1);
};

const isBlock = (slug: string, wanted: number | string, found: number | string | undefined): boolean => {
  if (typeof wanted === 'number') return wanted === found;
  const [chars, digest] = wanted.split(':');
  return hash(slug, `b${fold(String(found)).slice(0, Number(chars))}`) === digest;
};

type Cases = [string, boolean][];

const share = (cases: Readonly<Cases>, floor?: number): Figure => ({
  value: cases.length === 0 ? 1 : cases.filter(([, isRight]) => isRight).length / cases.length,
  n: cases.length,
  ...(floor === undefined ? {} : { floor }),
  cases: cases.filter(([, isRight]) => !isRight).map(([name]) => name),
});

interface PageCases {
  readonly found: Cases;
  readonly ours: Cases;
  readonly snippets: Cases;
  readonly dates: Cases;
  readonly displayed: Cases;
  readonly blocks: Map<string, Cases>;
}

/** In order: what was seen at a place must be found there, and nothing else. */
const addOrganics = (cases: PageCases, slug: string, labels: PageLabels, organics: readonly Organic[]): void => {
  for (const [at, label] of labels.organic.entries()) {
    const mine = organics[at];
    const place = `${slug} ${at + 1}`;
    const isFound = mine !== undefined && isTitle(slug, label, mine);
    cases.found.push([`${place}: ${mine?.title ?? 'nothing'}`, isFound]);
    if (!isFound) continue;
    const { snippet = 'nothing', date = '', displayedLink = '' } = mine;
    cases.snippets.push([`${place}: ${snippet}`, isSnippet(slug, label, mine)]);
    cases.dates.push([`${place}: ${date}`, hash(slug, `d${fold(date)}`) === label.date]);
    if (label.displayed !== undefined) {
      cases.displayed.push([`${place}: ${displayedLink}`, hash(slug, `l${fold(displayedLink)}`) === label.displayed]);
    }
  }
  for (const [at, mine] of organics.entries()) {
    const label = labels.organic[at];
    if (!label && labels.isBeginning === true) continue;
    cases.ours.push([`${slug} ${at + 1}: ${mine.title}`, label !== undefined && isTitle(slug, label, mine)]);
  }
};

const addBlocks = ({ blocks }: PageCases, slug: string, labels: PageLabels, result: Result | undefined): void => {
  for (const [name, wanted] of Object.entries(labels.blocks)) {
    const read = result && readBlock(result, name);
    const kind = name.replace(/\d+$/, '');
    const list = blocks.get(kind) ?? [];
    list.push([`${slug} ${name}: ${read}, not ${wanted}`, isBlock(slug, wanted, read)]);
    blocks.set(kind, list);
  }
};

const fileOf = (slug: string): string => `bing/serp/${slug}.html`;
const isPage = (name: string): boolean => name.endsWith('.html');

/** Renames every class of a page, or every class and id. */
const rename = (attributes: 'class' | 'class|id', text: string): string =>
  text.replace(new RegExp(`\\b(?:${attributes})=(?:"[^"]*"|'[^']*'|[^\\s>"']+)`, 'g'), (attribute) =>
    attribute.replace(/(?<=[\s"'=])[\w-]+/g, (word) => `q${hash('class', word)}`),
  );

describeCorpus('results pages of the second engine', () => {
  const pages = Object.entries(LABELS.pages);

  it('are read as a person reads them', () => {
    const cases: PageCases = { found: [], ours: [], snippets: [], dates: [], displayed: [], blocks: new Map() };
    for (const [slug, labels] of pages) {
      const result = resultOf(parsed(fileOf(slug)));
      addOrganics(cases, slug, labels, result?.organicResults ?? []);
      addBlocks(cases, slug, labels, result);
    }
    const figures = {
      'organic recall, in order': share(cases.found, 0.98),
      'organic precision': share(cases.ours, 0.98),
      'snippet starts': share(cases.snippets, 0.98),
      dates: share(cases.dates, 0.98),
      'displayed links': share(cases.displayed, 0.98),
      ...Object.fromEntries([...cases.blocks].map(([name, list]) => [`block ${name}`, share(list, 0.95)])),
    };
    printPages('engines/engineb-serp', {
      ...{ results: cases.found, given: cases.ours, snippets: cases.snippets },
      blocks: [...cases.blocks.values()].flat(),
    });
    for (const figure of Object.values(figures))
      for (const line of figure.cases ?? []) process.stdout.write(`  ${line}\n`);
    const files = pages.map(([slug]) => fileOf(slug));
    expect(judgeFigures('engines/engineb-serp', files, figures)).toEqual([]);
  });

  it('without results say so and are doubted, questions for people block, other pages are not understood', () => {
    const outcomes = (folder: string) =>
      corpusFiles(`bing/${folder}`, isPage).map((name) => {
        const outcome = parsed(name);
        return outcome.outcome === 'ok'
          ? `ok ${resultOf(outcome)?.organicResults.length} ${outcome.doubt}`
          : outcome.outcome;
      });
    expect(new Set(outcomes('no_results'))).toEqual(new Set(['ok 0 no_results']));
    for (const name of corpusFiles('bing/no_results', isPage))
      expect(parsed(name, rename('class|id', corpusPage(name).text))).toMatchObject({
        outcome: 'ok',
        doubt: 'no_results',
      });
    expect(new Set(outcomes('captcha'))).toEqual(new Set(['blocked']));
    expect(new Set([...outcomes('shopping'), ...outcomes('maps')])).toEqual(new Set(['unrecognized']));
  });

  it.each(['class', 'class|id'] as const)('are the same when every %s has another name, or an error', (attributes) => {
    const files = corpusFiles('bing/serp', isPage);
    let kept = 0;
    let all = 0;
    let wrong = 0;
    const empty: string[] = [];
    for (const name of files) {
      const { text } = corpusPage(name);
      const before = resultOf(parsed(name, text))?.organicResults ?? [];
      const after = resultOf(parsed(name, rename(attributes, text)))?.organicResults;
      if (after?.length === 0) empty.push(name);
      const titles = new Set(before.map(({ title, link }) => `${title} ${link}`));
      const right = (after ?? []).filter(({ title, link }) => titles.has(`${title} ${link}`)).length;
      kept += right;
      wrong += (after ?? []).length - right;
      all += before.length;
    }
    process.stdout.write(
      `quality engineb-serp ${attributes} renaming: ${kept} of ${all} results on ${files.length} pages, ${wrong} others\n`,
    );
    expect(empty).toEqual([]);
    expect(kept / all).toBeGreaterThanOrEqual(0.9);
    expect(wrong / all).toBeLessThan(0.02);
  });

  it('never hold links of the engine, of counters or of nowhere', () => {
    const wrong = corpusFiles('bing/serp', isPage).flatMap((name) =>
      (resultOf(parsed(name))?.organicResults ?? [])
        .map(({ link }) => link)
        .filter((link) => !/^https?:\/\//.test(link) || /bing\.com\/(?:ck\/|acli?c?k|search)/.test(link)),
    );
    expect(wrong).toEqual([]);
  });

  it('are read in a few milliseconds', () => {
    const best = corpusFiles('bing/serp', isPage).map((name) => {
      const { text } = corpusPage(name);
      // The best of several, as other processes use the machine too.
      return Math.min(
        ...[1, 2, 3].map(() => {
          const usedMs = watchProcessor();
          parsed(name, text);
          return usedMs();
        }),
      );
    });
    const sorted = best.sort((one, other) => one - other);
    const [median = 0, worst = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
    process.stdout.write(`quality engineb-serp time: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`);
    // A wide margin over 10 and 60, for busy machines.
    expect(median).toBeLessThan(dueMs(40));
    expect(worst).toBeLessThan(dueMs(240));
  });
});
