import { expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures } from '../gate.js';
import { readLabels } from '../labels.js';
import { tallyPlaces } from './tally-places.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

interface Labels {
  /** Values by place in the result, as the pages show them and as others labelled them; salted hashes. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const { labels: LABELS, hash } = readLabels<Labels>('sites/labels/realtya');

interface Page {
  readonly file: string;
  readonly place: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const PAGES: Readonly<Record<string, Page>> = {
  'irvine-2020': {
    file: 'redfin/search/2020-07_irvine-ca_for-sale.html',
    place: '/city/9361/CA/Irvine',
    params: { price: { max: 750_000 }, beds: { max: 3 }, baths: 'two' },
  },
  // Only the data of a page: embedded in a page as the site does.
  'seattle-2023': { file: 'redfin/gis/seattle-for-sale-2023-11.json', place: '/city/16163/WA/Seattle' },
  'biddeford-2026': {
    file: 'redfin/place/2026-03_biddeford-me-16-dearborn.html',
    place: '/ME/Biddeford/16-Dearborn-Ave-04005/home/79084345',
  },
  'graham-2025': {
    file: 'redfin/property/tx-graham-1441-brazos.html',
    place: '/TX/Graham/1441-Brazos-St-76450/home/73776111',
  },
  'livermore-2025': {
    file: 'redfin/property/ca-livermore-la-vina-apartments.html',
    place: '/CA/Livermore/La-Vina-Apartments/apartment/177431043',
  },
};

const answerText = (payload: unknown): string => `{}&&${JSON.stringify({ version: 1, resultCode: 0, payload })}`;

const pageOf = (file: string): string => {
  const { text } = corpusPage(file);
  if (!file.endsWith('.json')) return text;
  const answer = { res: { status: 200, text: answerText({ homes: JSON.parse(text) as unknown }) } };
  const state = { 'ReactServerAgent.cache': { dataCache: { '/stingray/api/gis?al=1': answer } } };
  return `<script>root.__reactServerState.InitialContext = ${JSON.stringify(state).replaceAll('</', '<\\/')};</script>`;
};

const read = (text: string, { place, params = {} }: Omit<Page, 'file'>) =>
  SITE_OPERATIONS.get('realtya/listing')?.read(
    { keyword: 'k', type: 'forSale', ...params },
    [
      { step: 'region', text: answerText({ exactMatch: { url: place } }), url: 'https://www.redfin.com/stingray' },
      { step: 'listing', text, url: `https://www.redfin.com${place}` },
    ],
    {},
  );

/** Rows of one list are one field. */
const fieldOf = (place: string): string => place.replace(/\.\d+(?=\.|$)/g, '');

const files = corpusFiles('redfin', (name) => /\.html$|\/gis\/.*\.json$/.test(name));

describeCorpus('listings of captured pages', () => {
  it('have the values that a person reads', () => {
    const figures = tallyPlaces({
      name: 'realtya-listing',
      pages: LABELS.pages,
      hash,
      fieldOf,
      resultOf: (page) => {
        const found = PAGES[page];
        const reading = found && read(pageOf(found.file), found);
        return reading?.outcome === 'ok' ? reading.result : undefined;
      },
    });
    expect(judgeFigures('sites/realtya-listing', files, figures)).toEqual([]);
  });

  it('are the same homes in the data and in what is written for search engines', () => {
    const page = PAGES['irvine-2020'];
    if (!page) throw new Error('no page');
    const text = pageOf(page.file);
    const homesOf = (source: string): readonly (readonly unknown[])[] => {
      const reading = read(source, page);
      const homes = reading?.outcome === 'ok' ? reading.result['properties'] : [];
      return (homes as readonly Record<string, unknown>[]).map(({ id, url, price, addressRaw }) => [
        ...[id, url, price, addressRaw],
      ]);
    };
    const fromData = homesOf(text);
    expect(fromData).toHaveLength(21);
    expect(homesOf(text.replaceAll('__reactServerState', '__other'))).toEqual(fromData);
  });

  it('are not made of a page that lists none', () => {
    const home = pageOf('redfin/home/2022-03_home.html');
    expect(read(home, { place: '/city/1/WA/T' })?.outcome).toBe('unrecognized');
    for (const { file, place } of Object.values(PAGES)) {
      const text = pageOf(file);
      expect(read(text.slice(0, 30_000), { place })?.outcome).toBe('unrecognized');
    }
  });

  it('are read in time', () => {
    const times = Object.values(PAGES).map(({ file, ...page }) => {
      const text = pageOf(file);
      const run = () => {
        const usedMs = watchProcessor();
        read(text, page);
        return usedMs();
      };
      return Math.min(run(), run(), run(), run());
    });
    const sorted = times.toSorted((first, second) => first - second);
    const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    process.stdout.write(
      `quality realtya-listing time: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`,
    );
    expect(median).toBeLessThan(dueMs(15));
    expect(worst).toBeLessThan(dueMs(80));
  });
});
