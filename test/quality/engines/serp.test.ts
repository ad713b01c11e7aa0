import path from 'node:path';
import { expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { judgeFigures, printPages, type Figure } from '../gate.js';
import { fold, readLabels } from '../labels.js';
import { engineParser } from './engine-parser.js';

const parseSerp = engineParser('enginea/serp');

interface OrganicLabel {
  readonly title: string;
  readonly titleChars: number;
  readonly host: string;
  readonly snippet?: string;
  readonly snippetChars?: number;
}

interface PageLabels {
  readonly organic: readonly OrganicLabel[];
  /** Count of a list, `some`, or the hash of a text. */
  readonly blocks: Readonly<Record<string, number | string>>;
}

interface Organic {
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
}

type Result = Readonly<Record<string, unknown>> & { readonly organicResults: readonly Organic[] };

/** Labels that a person read from screenshots; salted hashes, so that the file has no page's text and no output becomes a label. */
const { labels: LABELS, hash } = readLabels<{
  readonly pages: Readonly<Record<string, PageLabels>>;
}>('engines/labels/serp');

const parse = (file: string, text = corpusPage(file).text): Result | undefined => {
  const parsed = parseSerp({ text });
  // safe because a result of web results has them
  return parsed.outcome === 'ok' ? (parsed.result as Result) : undefined;
};

const isTitle = (slug: string, label: OrganicLabel, { title, link }: Organic): boolean =>
  hash(slug, `t${fold(title).slice(0, label.titleChars)}`) === label.title &&
  hash(slug, `h${new URL(link).hostname.replace(/^www\./, '')}`) === label.host;

const isSnippet = (
  slug: string,
  { snippet, snippetChars = 0 }: OrganicLabel,
  { snippet: ours = '' }: Organic,
): boolean => snippet === undefined || hash(slug, `s${fold(ours).slice(0, snippetChars)}`) === snippet;

/** Labels of the first element in a block. */
const FIRST: Readonly<Record<string, { readonly block: string; readonly field: string }>> = {
  'first question': { block: 'relatedQuestions', field: 'question' },
  'first answer': { block: 'relatedQuestions', field: 'title' },
  'first story': { block: 'topStories', field: 'title' },
  'first video': { block: 'inlineVideos', field: 'title' },
  'first channel': { block: 'inlineVideos', field: 'channel' },
  'first advertisement': { block: 'adResults', field: 'title' },
  'first advertiser address': { block: 'adResults', field: 'displayedLink' },
  'first related search': { block: 'relatedSearches', field: 'query' },
};

/** Number of elements, or the text that names the block. */
const readBlock = (result: Result, name: string): number | string => {
  const first = FIRST[name];
  if (first)
    return String(
      (result[first.block] as readonly Readonly<Record<string, unknown>>[] | undefined)?.[0]?.[first.field],
    );
  if (name === 'total')
    return String((result['searchInformation'] as { totalResults?: string } | undefined)?.totalResults);
  const block = result[name] as { places?: readonly unknown[]; title?: string } | readonly unknown[] | undefined;
  if (Array.isArray(block)) return block.length;
  const { places, title } = (block ?? {}) as { places?: readonly unknown[]; title?: string };
  return places ? places.length : (title ?? 0);
};

const isBlock = (slug: string, wanted: number | string, found: number | string): boolean => {
  if (wanted === 'some') return typeof found === 'number' && found > 0;
  if (typeof wanted === 'number') return wanted === found;
  return hash(slug, `b${fold(String(found))}`) === wanted;
};

const share = (cases: readonly (readonly [string, boolean])[], floor?: number): Figure => ({
  value: cases.length === 0 ? 1 : cases.filter(([, isRight]) => isRight).length / cases.length,
  n: cases.length,
  ...(floor === undefined ? {} : { floor }),
  cases: cases.filter(([, isRight]) => !isRight).map(([name]) => name),
});

/** Pages of web results; those of another folder are named by their relative path. */
const renameClasses = (text: string): string =>
  text.replace(/\bclass="[^"]*"/g, (attribute) =>
    attribute.replace(/[\w-]+(?=[\s"])/g, (word) => `q${hash('class', word)}`),
  );
/** In markup and in scripts, as the engine would. */
const renameIds = (text: string): string => {
  const ids = new Set([...text.matchAll(/\bid="([\w-]{3,60})"/g)].map(([, id = '']) => id));
  return text
    .replace(/\bid="([\w-]+)"/g, (all, id: string) => (ids.has(id) ? `id="q${hash('id', id)}"` : all))
    .replace(/jsl\.dh\('([\w-]+)'/g, (all, id: string) => (ids.has(id) ? `jsl.dh('q${hash('id', id)}'` : all));
};

/** Pages and runs of them that are timed; the proof takes all. */
const TIMED_EVERY = proofSize(4, 1);
const TIMED_RUNS = proofSize(1, 2);

/** Processor time of this thread, so that other processes do not count. */
const threadTimeMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const fileOf = (slug: string): string => path.normalize(`google/serp/${slug}.html`);
const isPage = (name: string): boolean => name.endsWith('.html');

describeCorpus('results pages of the primary engine', () => {
  const pages = Object.entries(LABELS.pages);

  it('are read as a person reads them', () => {
    const found: [string, boolean][] = [];
    const ours: [string, boolean][] = [];
    const snippets: [string, boolean][] = [];
    const blocks = new Map<string, [string, boolean][]>();
    for (const [slug, labels] of pages) {
      const result = parse(fileOf(slug));
      const organics = result?.organicResults ?? [];
      // In order: what was seen at a place must be found there.
      for (const [at, label] of labels.organic.entries()) {
        const mine = organics[at];
        const isFound = mine !== undefined && isTitle(slug, label, mine);
        found.push([`${slug} ${at + 1}: ${mine?.title ?? 'nothing'}`, isFound]);
        if (mine && isFound)
          snippets.push([`${slug} ${at + 1}: ${mine.snippet ?? 'nothing'}`, isSnippet(slug, label, mine)]);
      }
      for (const [at, mine] of organics.entries()) {
        const label = labels.organic[at];
        ours.push([`${slug} ${at + 1}: ${mine.title}`, label !== undefined && isTitle(slug, label, mine)]);
      }
      for (const [name, wanted] of Object.entries(labels.blocks)) {
        const read = result ? readBlock(result, name) : 0;
        blocks.set(name, [
          ...(blocks.get(name) ?? []),
          [`${slug}: ${read}, not ${wanted}`, isBlock(slug, wanted, read)],
        ]);
      }
    }
    const figures = {
      'organic recall, in order': share(found, 0.98),
      'organic precision': share(ours, 0.98),
      'snippet starts': share(snippets, 0.98),
      ...Object.fromEntries([...blocks].map(([name, cases]) => [`block ${name}`, share(cases, 0.95)])),
    };
    printPages('engines/serp', { results: found, given: ours, snippets, blocks: [...blocks.values()].flat() });
    for (const figure of Object.values(figures))
      for (const line of figure.cases ?? []) process.stdout.write(`  ${line}\n`);
    expect(
      judgeFigures(
        'engines/serp',
        pages.map(([slug]) => fileOf(slug)),
        figures,
      ),
    ).toEqual([]);
  });

  it('without results say so, and refusals are never results', () => {
    const none = corpusFiles('google/noresults', isPage).filter((name) => /zlurad|ws-2026|not-found-ru/.test(name));
    expect(none.map((name) => [name, parse(name)?.organicResults])).toEqual(none.map((name) => [name, []]));
    const refused = corpusFiles('google/blocked', isPage);
    expect(refused.filter((name) => parse(name) !== undefined)).toEqual([]);
    expect(none.length * refused.length).toBeGreaterThan(20);
  });

  it('are parsed in little time', () => {
    const times = corpusFiles('google/serp', isPage)
      .filter((_name, index) => index % TIMED_EVERY === 0)
      .map((name) => {
        const { text } = corpusPage(name);
        const runs = Array.from({ length: TIMED_RUNS }, () => {
          const startedAt = threadTimeMs();
          parseSerp({ text });
          return threadTimeMs() - startedAt;
        });
        return Math.min(...runs);
      })
      .sort((one, other) => one - other);
    const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
    process.stdout.write(
      `quality serp parse: ${median.toFixed(1)} ms median, ${worst.toFixed(1)} ms worst (n=${times.length})\n`,
    );
    // The figure is informative: a slow algorithm must fail here, a loaded machine must not.
    expect(worst).toBeLessThan(2_000);
  });

  it.each([
    ['every class has another name', renameClasses, 0.9],
    ['classes and ids have other names', (text: string) => renameIds(renameClasses(text)), 0.9],
  ])('come out when %s, or are an error', (name, mutate, floor) => {
    const newest = corpusFiles('google/serp', (file) =>
      /(?:ws-2024|ws-2025|ws-2026|karust-2026|groqqle-2025)\S+\.html$/.test(file),
    );
    let kept = 0;
    let all = 0;
    const empty: string[] = [];
    const wrong: string[] = [];
    for (const file of newest) {
      const { text } = corpusPage(file);
      const before = parse(file, text)?.organicResults ?? [];
      const after = parse(file, mutate(text))?.organicResults;
      if (after?.length === 0) empty.push(file);
      const links = new Set(after?.map(({ link }) => link));
      const known = new Set(before.map(({ link }) => link));
      kept += before.filter(({ link }) => links.has(link)).length;
      all += before.length;
      wrong.push(...(after ?? []).filter(({ link }) => !known.has(link)).map(({ title }) => `${file}: ${title}`));
    }
    process.stdout.write(
      `quality serp when ${name}: ${((100 * kept) / all).toFixed(1)} % of ${all} results on ${newest.length} pages, ${wrong.length} that are none\n`,
    );
    for (const line of wrong) process.stdout.write(`  ${line}\n`);
    expect(empty).toEqual([]);
    expect(kept / all).toBeGreaterThanOrEqual(floor);
    expect(wrong.length / all).toBeLessThanOrEqual(0.02);
  });
});
