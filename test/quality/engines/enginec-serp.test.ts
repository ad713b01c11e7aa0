import { expect, it } from '@jest/globals';
import type { ScraperReading } from '@quarry/scrapers/scraper';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, printPages, type Figure } from '../gate.js';
import { fold, readLabels } from '../labels.js';
import { engineParser } from './engine-parser.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const parseEnginecSerp = engineParser('enginec/serp');

interface OrganicLabel {
  readonly title: string;
  readonly titleChars: number;
  readonly host?: string;
  readonly snippet?: string;
  readonly snippetChars?: number;
  readonly date: string;
}

interface PageLabels {
  /** The first ones; `total` is their number. */
  readonly organic: readonly OrganicLabel[];
  readonly total: number;
  /** Counts, the offset of the next page (0: none), or the hash of a text. */
  readonly blocks: Readonly<Record<string, number | string>>;
}

interface Organic {
  readonly title: string;
  readonly link: string;
  readonly displayedLink?: string;
  readonly snippet?: string;
  readonly date?: string;
}

interface Result {
  readonly organicResults: readonly Organic[];
  readonly ads?: readonly Organic[];
  readonly searchAssist?: { readonly answer: string; readonly sources?: readonly unknown[] };
}

/** Labels that a person read from screenshots; salted hashes, so that the file has no page's text and no output becomes a label. */
const { labels: LABELS, hash } = readLabels<{
  readonly pages: Readonly<Record<string, PageLabels>>;
}>('engines/labels/enginec-serp');

const PARSE_MEDIAN_MS = 10;
const PARSE_WORST_MS = 60;
/** The best of several runs, as other processes use the machine too. */
const TIMED_RUNS = 7;

const FOLDER = 'duckduckgo';
const fileOf = (name: string): string => `${FOLDER}/${name}`;
const read = (name: string): ScraperReading => parseEnginecSerp({ text: corpusPage(fileOf(name)).text });
const resultOf = (parsed: ScraperReading): Result | undefined =>
  // safe because a result of web results has them
  parsed.outcome === 'ok' ? (parsed.result as unknown as Result) : undefined;
const parse = (text: string): Result | undefined => resultOf(parseEnginecSerp({ text }));

/** Pages of 2020 write the dot of a file's ending as a dash. */
const dotted = (address: string): string => address.replace(/-(?=[a-z]{2,4}$)/, '.');

const bare = (address: string): string =>
  address
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

const isTitle = (name: string, label: OrganicLabel, { title, link }: Organic): boolean =>
  hash(name, `t${fold(title)}`) === label.title &&
  (label.host === undefined || hash(name, `h${bare(new URL(link).hostname)}`) === label.host);

const isSnippet = (name: string, { snippet, snippetChars = 0 }: OrganicLabel, mine: Organic): boolean =>
  snippet === undefined || hash(name, `s${fold(mine.snippet ?? '').slice(0, snippetChars)}`) === snippet;

/** The visible address is the link, as far as it is shown. */
const isAsShown = ({ link, displayedLink = '' }: Organic): boolean => {
  const shown = displayedLink.includes(' › ')
    ? displayedLink.replace(/ › .*$/, '')
    : displayedLink.replace(/\.\.\.$/, '');
  return (
    shown !== '' &&
    dotted(bare(decodeURI(link)))
      .toLowerCase()
      .startsWith(dotted(bare(shown)).toLowerCase())
  );
};

const share = (cases: readonly (readonly [string, boolean])[], floor?: number): Figure => ({
  value: cases.length === 0 ? 1 : cases.filter(([, isRight]) => isRight).length / cases.length,
  n: cases.length,
  ...(floor === undefined ? {} : { floor }),
  cases: cases.filter(([, isRight]) => !isRight).map(([name]) => name),
});

type Cases = [string, boolean][];

const blocksOf = (name: string, parsed: ScraperReading): Record<string, number | string> => {
  const result = resultOf(parsed);
  if (parsed.outcome !== 'ok' || !result) return {};
  const { ads = [], searchAssist } = result;
  // safe because the engine's parser returns its own kind of state
  const next = parsed.next as { readonly fields: readonly (readonly [string, string])[] } | undefined;
  const start = next?.fields.find(([field]) => field === 's')?.[1];
  return {
    ads: ads.length,
    next: Number(start ?? 0),
    ...(searchAssist
      ? { assist: hash(name, `a${fold(searchAssist.answer)}`), sources: searchAssist.sources?.length ?? 0 }
      : {}),
  };
};

interface Tally {
  readonly found: Cases;
  readonly ours: Cases;
  readonly snippets: Cases;
  readonly dates: Cases;
  readonly links: Cases;
  readonly totals: Cases;
  readonly blocks: Map<string, Cases>;
}

/** In order: what was seen at a place must be found there. */
const tallyLabels = (name: string, labels: PageLabels, organics: readonly Organic[], tally: Tally): void => {
  for (const [at, label] of labels.organic.entries()) {
    const mine = organics[at];
    const isFound = mine !== undefined && isTitle(name, label, mine);
    const place = `${name} ${at + 1}`;
    tally.found.push([`${place}: ${mine?.title ?? 'nothing'}`, isFound]);
    if (!mine || !isFound) continue;
    tally.snippets.push([`${place}: ${mine.snippet ?? 'nothing'}`, isSnippet(name, label, mine)]);
    tally.dates.push([`${place}: ${mine.date ?? 'none'}`, hash(name, `d${mine.date ?? ''}`) === label.date]);
  }
};

/** Beyond the labels, a result counts as right as long as the page has that many. */
const tallyResults = (
  name: string,
  { organic, total }: PageLabels,
  organics: readonly Organic[],
  tally: Tally,
): void => {
  for (const [at, mine] of organics.entries()) {
    const label = organic[at];
    const isRight = label === undefined ? at < total : isTitle(name, label, mine);
    tally.ours.push([`${name} ${at + 1}: ${mine.title}`, isRight]);
    tally.links.push([`${name} ${at + 1}: ${mine.link} shown as ${mine.displayedLink ?? 'nothing'}`, isAsShown(mine)]);
  }
  tally.totals.push([`${name}: ${organics.length}, not ${total}`, organics.length === total]);
};

const tallyBlocks = (name: string, labels: PageLabels, parsed: ScraperReading, { blocks }: Tally): void => {
  const mine = blocksOf(name, parsed);
  for (const [block, wanted] of Object.entries(labels.blocks))
    blocks.set(block, [...(blocks.get(block) ?? []), [`${name}: ${mine[block] ?? 'nothing'}`, mine[block] === wanted]]);
};

describeCorpus('results pages of the third engine', () => {
  const pages = Object.entries(LABELS.pages);

  it('are read as a person reads them', () => {
    const tally: Tally = { found: [], ours: [], snippets: [], dates: [], links: [], totals: [], blocks: new Map() };
    for (const [name, labels] of pages) {
      const parsed = read(name);
      const organics = resultOf(parsed)?.organicResults ?? [];
      tallyLabels(name, labels, organics, tally);
      tallyResults(name, labels, organics, tally);
      tallyBlocks(name, labels, parsed, tally);
    }
    const figures = {
      'organic recall, in order': share(tally.found, 0.98),
      'organic precision': share(tally.ours, 0.98),
      'pages with every result': share(tally.totals, 1),
      'snippet starts': share(tally.snippets, 0.98),
      dates: share(tally.dates, 0.98),
      'links as shown': share(tally.links, 0.98),
      ...Object.fromEntries([...tally.blocks].map(([name, cases]) => [`block ${name}`, share(cases, 0.95)])),
    };
    printPages('engines/enginec-serp', {
      ...{ results: tally.found, given: tally.ours, snippets: tally.snippets },
      blocks: [...tally.blocks.values()].flat(),
    });
    for (const figure of Object.values(figures))
      for (const line of figure.cases ?? []) process.stdout.write(`  ${line}\n`);
    expect(
      judgeFigures(
        'engines/enginec-serp',
        pages.map(([name]) => fileOf(name)),
        figures,
      ),
    ).toEqual([]);
  });

  it('that refuse, or have yet to be filled, are told from results', () => {
    const verdicts = (folder: string, isWanted: RegExp): string[] =>
      corpusFiles(`${FOLDER}/${folder}`, (name) => isWanted.test(name)).map((name) => {
        const parsed = parseEnginecSerp({ text: corpusPage(name).text });
        return parsed.outcome === 'ok' ? name : parsed.reason;
      });
    expect(verdicts('anomaly', /\.html$/)).toEqual(['anomaly', 'anomaly', 'anomaly', 'anomaly']);
    expect(verdicts('djs', /anomaly/)).toEqual(['anomaly']);
    expect(verdicts('djs', /506/)).toEqual(['engine_overloaded']);
    expect(new Set(verdicts('js_shell', /\.html$/))).toEqual(new Set(['script_shell']));
  });

  it('come out when every class has another name, or are an error', () => {
    let kept = 0;
    let all = 0;
    const empty: string[] = [];
    for (const [name, { total }] of pages) {
      if (!/2026/.test(name)) continue;
      const { text } = corpusPage(fileOf(name));
      const renamed = text.replace(/\bclass=(?:"[^"]*"|'[^']*')/g, (attribute) =>
        attribute.replace(/[\w-]+(?=[\s"'])/g, (word) => `q${hash('class', word)}`),
      );
      const before = parse(text)?.organicResults ?? [];
      const after = parse(renamed)?.organicResults;
      if (after?.length === 0 && total > 0) empty.push(name);
      if (total === 0) expect([name, after?.length ?? 0]).toEqual([name, 0]);
      for (const mine of before) {
        all += 1;
        const same = after?.find(({ link, title }) => link === mine.link && title === mine.title);
        if (same && fold(same.snippet ?? '') === fold(mine.snippet ?? '')) kept += 1;
      }
    }
    process.stdout.write(`quality enginec-serp class renaming: ${kept} of ${all} results\n`);
    expect(empty).toEqual([]);
    expect(kept / all).toBeGreaterThanOrEqual(0.9);
  });

  it('are parsed in milliseconds', () => {
    const times = pages.map(([name]) => {
      const { text } = corpusPage(fileOf(name));
      const runs = Array.from({ length: TIMED_RUNS }, () => {
        const usedMs = watchProcessor();
        parseEnginecSerp({ text });
        return usedMs();
      });
      return Math.min(...runs);
    });
    times.sort((a, b) => a - b);
    const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
    process.stdout.write(`quality enginec-serp parse: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`);
    expect(median).toBeLessThan(dueMs(PARSE_MEDIAN_MS));
    expect(worst).toBeLessThan(dueMs(PARSE_WORST_MS));
  });
});
