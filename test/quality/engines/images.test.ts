import { expect, it } from '@jest/globals';
import type { ScraperReading } from '@quarry/scrapers/scraper';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, printPages, type Figure } from '../gate.js';
import { fold, readLabels } from '../labels.js';
import { engineParser } from './engine-parser.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const parseImages = engineParser('enginea/images');

interface ImageLabel {
  /** Of the visible words; long titles are cut on the page. */
  readonly title: string;
  readonly titleChars: number;
  /** The words are from within the title. */
  readonly isInside?: boolean;
  readonly source?: string;
  readonly size?: string;
}

interface PageLabels {
  /** The first ones; `total` is their number. */
  readonly images: readonly ImageLabel[];
  readonly total: number;
  /** In order from the first. */
  readonly related: readonly string[];
  readonly relatedElsewhere?: readonly string[];
}

interface Image {
  readonly title?: string;
  readonly link?: string;
  readonly source?: string;
  readonly thumbnail?: string;
  readonly original?: string;
  readonly originalWidth?: number;
  readonly originalHeight?: number;
}

interface Result {
  readonly imagesResults: readonly Image[];
  readonly relatedSearches?: readonly { readonly query: string }[];
}

/** Labels that a person read from screenshots; salted hashes, so that the file has no page's text and no output becomes a label. */
const { labels: LABELS, hash } = readLabels<{
  readonly pages: Readonly<Record<string, PageLabels>>;
}>('engines/labels/images');

const PARSE_MEDIAN_MS = 10;
const PARSE_WORST_MS = 60;
/** The best of several runs, as other processes use the machine too. */
const TIMED_RUNS = 7;

const FOLDER = 'google';
const fileOf = (name: string): string => `${FOLDER}/${name}`;
const textOf = (name: string): string => corpusPage(fileOf(name)).text;
const resultOf = (parsed: ScraperReading): Result | undefined =>
  // safe because a result of pictures has them
  parsed.outcome === 'ok' ? (parsed.result as unknown as Result) : undefined;
const read = (text: string): Result | undefined => resultOf(parseImages({ text }));

const isTitle = (name: string, { title, titleChars, isInside = false }: ImageLabel, mine: Image): boolean => {
  const words = fold(mine.title ?? '');
  const last = isInside ? words.length - titleChars : 0;
  for (let at = 0; at <= last; at += 1) if (hash(name, `t${words.slice(at, at + titleChars)}`) === title) return true;
  return false;
};

const isSource = (name: string, { source }: ImageLabel, mine: Image): boolean =>
  source === undefined || hash(name, `s${fold(mine.source ?? '')}`) === source;

const isSize = (name: string, { size }: ImageLabel, { originalWidth = 0, originalHeight = 0 }: Image): boolean =>
  size === undefined || hash(name, `z${originalWidth}x${originalHeight}`) === size;

/** A picture without scripts is shown above the name of the site that its link leads to. */
const isLinkOfSource = ({ link, source = '' }: Image): boolean =>
  link !== undefined &&
  (!source.includes('.') || new URL(link).hostname.replace(/^www\./, '').endsWith(source.replace(/^www\./, '')));

type Cases = [string, boolean][];

const share = (cases: Cases, floor: number): Figure => ({
  value: cases.length === 0 ? 1 : cases.filter(([, isRight]) => isRight).length / cases.length,
  n: cases.length,
  floor,
  cases: cases.filter(([, isRight]) => !isRight).map(([name]) => name),
});

interface Tally {
  readonly titles: Cases;
  readonly precision: Cases;
  readonly sources: Cases;
  readonly sizes: Cases;
  readonly links: Cases;
  readonly totals: Cases;
  readonly related: Cases;
}

const tallyImages = (name: string, { images, total }: PageLabels, mine: readonly Image[], tally: Tally): void => {
  for (const [at, label] of images.entries()) {
    const image = mine[at];
    const place = `${name} ${at + 1}: ${image?.title ?? 'nothing'}`;
    tally.titles.push([place, image !== undefined && isTitle(name, label, image)]);
    tally.sources.push([
      `${place} of ${image?.source ?? 'nothing'}`,
      image !== undefined && isSource(name, label, image),
    ]);
    if (label.size !== undefined) tally.sizes.push([place, image !== undefined && isSize(name, label, image)]);
  }
  for (const [at, image] of mine.entries()) {
    const label = images[at];
    const place = `${name} ${at + 1}: ${image.title ?? 'nothing'}`;
    tally.precision.push([place, label === undefined ? at < total : isTitle(name, label, image)]);
    tally.links.push([`${place} at ${image.link ?? 'nothing'}`, isLinkOfSource(image)]);
  }
  tally.totals.push([`${name}: ${mine.length}, not ${total}`, mine.length === total]);
};

const tallyRelated = (name: string, labels: PageLabels, result: Result | undefined, { related }: Tally): void => {
  const mine = (result?.relatedSearches ?? []).map(({ query }) => hash(name, `r${query.toLowerCase()}`));
  for (const [at, wanted] of labels.related.entries()) related.push([`${name} related ${at + 1}`, mine[at] === wanted]);
  for (const wanted of labels.relatedElsewhere ?? []) related.push([`${name} related`, mine.includes(wanted)]);
};

describeCorpus('pages of pictures of the primary engine', () => {
  const pages = Object.entries(LABELS.pages);

  it('are read as a person reads them', () => {
    const tally: Tally = { titles: [], precision: [], sources: [], sizes: [], links: [], totals: [], related: [] };
    for (const [name, labels] of pages) {
      const result = read(textOf(name));
      tallyImages(name, labels, result?.imagesResults ?? [], tally);
      tallyRelated(name, labels, result, tally);
    }
    const figures = {
      'images recall, in order': share(tally.titles, 0.98),
      'images precision': share(tally.precision, 0.98),
      'pages with every image': share(tally.totals, 1),
      sources: share(tally.sources, 0.98),
      'original sizes': share(tally.sizes, 0.98),
      'links to the shown site': share(tally.links, 0.98),
      'related searches': share(tally.related, 0.95),
    };
    printPages('engines/images', {
      ...{ images: tally.titles, given: tally.precision, sources: tally.sources },
      related: tally.related,
    });
    for (const figure of Object.values(figures))
      for (const line of figure.cases ?? []) process.stdout.write(`  ${line}\n`);
    const names = pages.map(([name]) => fileOf(name));
    expect(judgeFigures('engines/images', names, figures)).toEqual([]);
  });

  it('never have the original of another picture: its size in the data is that on the tile', () => {
    const name = 'images/aql-20210330-js-string.html';
    const text = textOf(name);
    const tiles = [...text.matchAll(/data-tbnid="[^"]+"[^>]*data-ow="(\d+)" data-oh="(\d+)"/g)];
    const images = read(text)?.imagesResults ?? [];
    expect(tiles.length).toBeGreaterThan(40);
    expect(images.filter(({ original }) => original !== undefined).length).toBeGreaterThan(0.9 * tiles.length);
    expect(images.slice(0, tiles.length).map((image) => `${image.originalWidth}x${image.originalHeight}`)).toEqual(
      tiles.map(([, width, height]) => `${width}x${height}`),
    );
  });

  it('pair tiles and data of newer pages by the ids of the pictures', () => {
    const decode = (address: string): string => JSON.parse(`"${address}"`) as string;
    let paired = 0;
    for (const file of corpusFiles(`${FOLDER}/serp`, (name) => /(?:2023|2024|2026)-.*\.html$/.test(name))) {
      const { text } = corpusPage(file);
      const data = text
        .replace(/\\x([\da-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll('\\\\u', '\\u');
      if (!data.includes('data-attrid="images universal"')) continue;
      const originals = new Map(
        [...data.matchAll(/"([\w-]{14})",\["[^"]+",\d+,\d+\],\["([^"]+)",(\d+),(\d+)\]/g)].map(
          ([, id = '', url = '', height, width]) => [id, `${decode(url)} ${width}x${height}`],
        ),
      );
      const parsed = parseImages({ text, url: 'https://www.google.com/search?q=x&udm=2' });
      const mine = new Set(
        resultOf(parsed)?.imagesResults.map((image) =>
          [image.link, image.original, `${image.originalWidth}x${image.originalHeight}`].join(' '),
        ),
      );
      const tiles = data.matchAll(/data-attrid="images universal" data-docid="([^"]+)" data-lpage="([^"]+)"/g);
      for (const [, id = '', page = ''] of tiles) {
        paired += 1;
        expect([file, mine.has(`${page.replaceAll('&amp;', '&')} ${originals.get(id)}`)]).toEqual([file, true]);
      }
    }
    process.stdout.write(`quality images pairs of tile and original: ${paired}\n`);
    expect(paired).toBeGreaterThan(10);
  });

  it('say the same without the data, and without tiles', () => {
    const url = 'https://www.google.com/search?q=x&udm=2';
    const withoutData = (text: string): string =>
      text.replaceAll('["http', '["none').replaceAll('[\\x22http', '[\\x22none');
    const withoutTiles = (text: string): string => text.replaceAll('data-docid', 'data-zzzzz');
    const fields = ({ title, link, source }: Image): string => fold([title, link, source].join(' '));
    const same: Record<string, Cases> = { 'without data': [], 'without tiles': [] };
    for (const name of [
      'serp/ws-2024-03-13-kaka-boots-880bee.html',
      'serp/ws-2026-02-05-why-is-the-sky-blue-aa594f.html',
    ]) {
      const text = textOf(name);
      const images = resultOf(parseImages({ text, url }))?.imagesResults ?? [];
      for (const [kind, changed] of [
        ['without data', withoutData(text)],
        ['without tiles', withoutTiles(text)],
      ] as const) {
        const others = new Set(resultOf(parseImages({ text: changed, url }))?.imagesResults.map(fields));
        for (const image of images) same[kind]?.push([`${name} ${kind}: ${image.title}`, others.has(fields(image))]);
      }
    }
    for (const [kind, cases] of Object.entries(same)) {
      const wrong = cases.filter(([, isRight]) => !isRight).map(([line]) => line);
      process.stdout.write(`quality images ${kind}: ${cases.length - wrong.length} of ${cases.length}\n`);
      expect(wrong.length / cases.length).toBeLessThan(0.15);
    }
  });

  it('are told from refusals and from web results', () => {
    const verdicts = (folder: string, url?: string): string[] =>
      corpusFiles(`${FOLDER}/${folder}`, (name) => name.endsWith('.html'))
        .map((name) => [name, parseImages({ text: corpusPage(name).text, url }).outcome] as const)
        .filter(([, outcome]) => outcome === 'ok')
        .map(([name]) => name);
    expect(verdicts('blocked', 'https://www.google.com/search?q=x&udm=2')).toEqual([]);
    expect(verdicts('serp')).toEqual([]);
  });

  it('come out when every class has another name, or are an error', () => {
    let kept = 0;
    let all = 0;
    for (const [name, { total }] of pages) {
      const text = textOf(name);
      const renamed = text.replace(/\bclass=(?:"[^"]*"|'[^']*')/g, (attribute) =>
        attribute.replace(/[\w-]+(?=[\s"'])/g, (word) => `q${hash('class', word)}`),
      );
      const before = read(text)?.imagesResults ?? [];
      const after = read(renamed)?.imagesResults;
      expect([name, after?.length === 0 && total > 0]).toEqual([name, false]);
      all += before.length;
      kept += before.filter((image, at) => JSON.stringify(after?.[at]) === JSON.stringify(image)).length;
    }
    process.stdout.write(`quality images class renaming: ${kept} of ${all} images\n`);
    expect(kept / all).toBeGreaterThanOrEqual(0.9);
  });

  it('are parsed in milliseconds', () => {
    const times = pages.map(([name]) => {
      const text = textOf(name);
      const runs = Array.from({ length: TIMED_RUNS }, () => {
        const usedMs = watchProcessor();
        parseImages({ text });
        return usedMs();
      });
      return Math.min(...runs);
    });
    times.sort((a, b) => a - b);
    const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
    process.stdout.write(`quality images parse: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`);
    expect(median).toBeLessThan(dueMs(PARSE_MEDIAN_MS));
    expect(worst).toBeLessThan(dueMs(PARSE_WORST_MS));
  });
});
