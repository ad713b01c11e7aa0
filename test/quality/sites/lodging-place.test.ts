import { expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, type Figure } from '../gate.js';
import { readLabels } from '../labels.js';

type Row = Readonly<Record<string, unknown>>;

interface Labels {
  /** Values of each field as the page shows them, in order; salted hashes. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

const { labels: LABELS, hash: hashOf } = readLabels<Labels>('sites/labels/lodging-place');

const PARAMS = {
  ...{ url: 'https://www.booking.com/hotel/xx/x.html', checkInDate: '2030-01-01', checkOutDate: '2030-01-08' },
  ...{ rooms: 1, adults: 2, children: 0 },
};

const read = (text: string, url = PARAMS.url) =>
  SITE_OPERATIONS.get('lodging/place')?.read(PARAMS, [{ step: 'place', text, url }], {});

const at = (row: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => (value as Row | undefined)?.[key], row);

const listAt = (row: unknown, ...keys: readonly string[]): readonly unknown[] => {
  const found = at(row, ...keys);
  return Array.isArray(found) ? (found as readonly unknown[]) : found === undefined ? [] : [found];
};

const ratingsOf = (answer: Row) =>
  listAt(answer, 'ratings') as readonly { label: string; value: number; votes: number }[];

/** Where the values of a page are in the result. */
const FIELDS: Readonly<Record<string, (answer: Row) => readonly unknown[]>> = {
  id: (answer) => listAt(answer, 'overview', 'id'),
  title: (answer) => listAt(answer, 'overview', 'title'),
  address: (answer) => listAt(answer, 'overview', 'address', 'streetAddress'),
  zipcode: (answer) => listAt(answer, 'overview', 'address', 'zipcode'),
  country: (answer) => listAt(answer, 'overview', 'address', 'country'),
  latitude: (answer) => listAt(answer, 'overview', 'coordinates', 'latitude'),
  longitude: (answer) => listAt(answer, 'overview', 'coordinates', 'longitude'),
  description: (answer) => listAt(answer, 'overview', 'description'),
  popular: (answer) => listAt(answer, 'overview', 'mostPopularFacilities'),
  rooms: (answer) => listAt(answer, 'rooms').map((room) => at(room, 'name')),
  average: (answer) => ratingsOf(answer).flatMap(({ label, value }) => (label === 'Average' ? [value] : [])),
  votes: (answer) => ratingsOf(answer).flatMap(({ label, votes }) => (label === 'Average' ? [votes] : [])),
  // The page shows fewer than its data has.
  subscores: (answer) =>
    ratingsOf(answer).flatMap(({ label, value }) =>
      /^(?:Average|Breakfast)$/.test(label) ? [] : [`${label} ${value}`],
    ),
  authors: (answer) => listAt(answer, 'reviews').map((review) => at(review, 'author')),
  checkInFrom: (answer) => listAt(answer, 'houseRules', 'checkIn', 'from'),
  checkOutUntil: (answer) => listAt(answer, 'houseRules', 'checkOut', 'until'),
  currency: (answer) => listAt(answer, 'bookingDetails', 'currency'),
};

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim();

const hash = (page: string, value: unknown): string => hashOf(page, textOf(value));

const places = corpusFiles('booking/place', (name) => name.endsWith('.html'));

describeCorpus('properties on captured pages', () => {
  it('come out as they are shown, and nothing that is not', () => {
    const right: Record<string, boolean[]> = {};
    const cases: Record<string, string[]> = {};
    for (const [page, fields] of Object.entries(LABELS.pages)) {
      const reading = read(corpusPage(`booking/${page}`).text);
      const answer = reading?.outcome === 'ok' ? reading.result : {};
      for (const [name, due] of Object.entries(fields)) {
        const found = FIELDS[name]?.(answer).map((value) => hash(page, value)) ?? [];
        // A page may not show arrival times; those that it shows are complete and in order.
        if (due.length === 0 && name === 'checkInFrom') continue;
        const marks = Array.from(
          { length: Math.max(due.length, found.length) },
          (_unused, index) => found[index] === due[index],
        );
        (right[name] ??= []).push(...marks);
        (cases[name] ??= []).push(
          `${page}: ${due.length} shown, ${found.length} found, ${marks.filter(Boolean).length} right`,
        );
      }
    }
    const figures = Object.fromEntries(
      Object.entries(right).map(([name, marks]): [string, Figure] => [
        name,
        { value: marks.filter(Boolean).length / marks.length, n: marks.length, floor: 1, cases: cases[name] ?? [] },
      ]),
    );
    expect(judgeFigures('sites/lodging-place', places, figures)).toEqual([]);
  });

  it('are gone by the site’s own word', () => {
    for (const file of corpusFiles('booking/place_not_found', (name) => name.endsWith('.html'))) {
      expect(read(corpusPage(file).text)).toEqual({ outcome: 'not_found', reason: 'gone' });
    }
    for (const file of corpusFiles('booking/city_landing', (name) => name.endsWith('.html'))) {
      const { text } = corpusPage(file);
      expect(read(text, 'https://www.booking.com/city/es/x.html')?.outcome).toBe('not_found');
    }
    for (const file of corpusFiles('booking/search_shell', (name) => name.endsWith('.html'))) {
      expect(read(corpusPage(file).text)?.outcome).toBe('unrecognized');
    }
  });

  it('are read in time', () => {
    const times = places.map((file) => {
      const { text } = corpusPage(file);
      const run = () => {
        const startedAt = process.cpuUsage();
        read(text);
        const { user, system } = process.cpuUsage(startedAt);
        return (user + system) / 1_000;
      };
      return Math.min(run(), run(), run(), run());
    });
    const sorted = times.toSorted((first, second) => first - second);
    const [median = 0, worst = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
    process.stdout.write(`quality lodging-place time: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`);
    expect(median).toBeLessThan(dueMs(15));
    expect(worst).toBeLessThan(dueMs(80));
  });
});
