import { expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, type Figure } from '../gate.js';
import { readLabels } from '../labels.js';

type Row = Readonly<Record<string, unknown>>;

interface Labels {
  /** Rows as the cards show them, or as captured responses have them; salted hashes, null for what is absent. */
  readonly pages: Readonly<Record<string, readonly Readonly<Record<string, string | null>>[]>>;
}

const { labels: LABELS, hash: hashOf } = readLabels<Labels>('sites/labels/lodging-search');

const PARAMS = {
  ...{ keyword: 'k', checkInDate: '2030-01-01', checkOutDate: '2030-01-08' },
  ...{ rooms: 1, adults: 2, children: 0 },
};

/** A page around the rows of a captured response, which has no page. */
const pageAround = (rows: string): string =>
  `<script data-capla-store-data="apollo" type="application/json">{"ROOT_QUERY":{"searchQueries":{"search({})":{"results":${rows.replaceAll('</', '<\\/')}}}}}</script>`;

const sourceOf = (file: string): string => {
  const { text } = corpusPage(`booking/${file}`);
  return file.endsWith('.json') ? pageAround(text) : text;
};

const read = (text: string) =>
  SITE_OPERATIONS.get('lodging/search')?.read(
    PARAMS,
    [{ step: 'search', text, url: 'https://www.booking.com/searchresults.html' }],
    {},
  );

const rowsOf = (file: string): readonly Row[] => {
  const reading = read(sourceOf(file));
  return reading?.outcome === 'ok' ? (reading.result['results'] as readonly Row[]) : [];
};

const at = (row: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => (value as Row | undefined)?.[key], row);

/** Where the values of a card are in the result. */
const FIELDS: Readonly<Record<string, (row: Row) => unknown>> = {
  title: ({ title }) => title,
  path: ({ url }) => new URL(String(url)).pathname,
  hotelId: ({ hotelId }) => hotelId,
  room: ({ room }) => room,
  district: (row) => at(row, 'location', 'district'),
  city: (row) => at(row, 'location', 'city'),
  mainDistance: (row) => at(row, 'location', 'mainDistance'),
  score: (row) => at(row, 'reviews', 'score'),
  reviews: (row) => at(row, 'reviews', 'count'),
  secondary: (row) => at(row, 'reviews', 'secondaryScore', 'score'),
  price: (row) => at(row, 'price', 'pricePerStayParsed'),
  before: (row) => at(row, 'price', 'priceBeforeDiscountParsed'),
  discount: (row) => at(row, 'price', 'discountParsed'),
  charges: (row) => at(row, 'price', 'excludedChargesParsed'),
  currency: (row) => at(row, 'price', 'currency'),
  rating: ({ rating }) => rating,
  photo: ({ photo }) => /\/(\d+)\.\w+\?/.exec(String(photo))?.[1],
  free: (row) => at(row, 'policies', 'freeCancellation') === true || undefined,
};

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim();

const hash = (page: string, value: unknown): string | null =>
  value === undefined ? null : hashOf(page, textOf(value));

const figure = (right: readonly boolean[]): Figure => ({
  value: right.filter(Boolean).length / Math.max(1, right.length),
  n: right.length,
  floor: 0.98,
});

const files = corpusFiles('booking', (name) => /^booking\/(?:search|search_shell|graphql-search)\//.test(name));

describeCorpus('accommodations on captured pages', () => {
  it('come out as they are shown, and nothing that is not', () => {
    const pages = Object.entries(LABELS.pages).map(([page, shown]) => ({ page, shown, rows: rowsOf(page) }));
    const figures: Record<string, Figure> = {
      count: figure(pages.map(({ shown, rows }) => rows.length === shown.length)),
    };
    const wrong: string[] = [];
    for (const [name, read] of Object.entries(FIELDS)) {
      const right = pages.flatMap(({ page, shown, rows }) =>
        shown.flatMap((card, index) => {
          const due = card[name];
          if (due === undefined) return [];
          const found = hash(page, rows[index] && read(rows[index]));
          if (found !== due && found !== null) wrong.push(`${page} ${index} ${name}`);
          return due === null ? [] : [found === due];
        }),
      );
      figures[name] = figure(right);
    }
    expect(judgeFigures('sites/lodging-search', files, figures)).toEqual([]);
    expect(wrong).toEqual([]);
  });

  it('are not made of shells, of other pages, or of the beginning of one', () => {
    for (const file of files.filter((name) => name.includes('/search_shell/'))) {
      expect(read(corpusPage(file).text)).toEqual({ outcome: 'unrecognized', reason: 'search_shell' });
    }
    const others = corpusFiles('booking', (name) => /^booking\/place[^/]*\/.*html$/.test(name));
    for (const file of others) expect(read(corpusPage(file).text)?.outcome).toBe('unrecognized');
    for (const file of corpusFiles('booking/city_landing', (name) => name.endsWith('.html'))) {
      expect(read(corpusPage(file).text)?.outcome).toBe('ask');
    }
    const [first = ''] = files.filter((name) => name.includes('undated'));
    expect(read(corpusPage(first).text.slice(0, 200_000))?.outcome).toBe('unrecognized');
  });

  it('are read in time', () => {
    const times = files.map((file) => {
      const text = sourceOf(file.replace('booking/', ''));
      const run = () => {
        const startedAt = process.cpuUsage();
        read(text);
        const { user, system } = process.cpuUsage(startedAt);
        return (user + system) / 1_000;
      };
      return Math.min(run(), run(), run(), run());
    });
    const sorted = times.toSorted((first, second) => first - second);
    const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    process.stdout.write(`quality lodging-search time: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`);
    expect(median).toBeLessThan(dueMs(15));
    expect(worst).toBeLessThan(dueMs(80));
  });
});
