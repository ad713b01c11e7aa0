import { expect, it } from '@jest/globals';
import { allBelow, firstBelow, parseDocument, readText } from '@quarry/html';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { corpusBytes, corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, type Figure } from '../gate.js';

const files = corpusFiles('yelp', (name) => name.endsWith('.html'));
const searches = files.filter((name) => name.includes('/search/'));

/** The rows of later pages, without the pages around them. */
const LATER_ROWS = ['yelp/search-json/2025-08_plumbers.json', 'yelp/samples/scrapfly_search.json'];

type Place = Readonly<Record<string, unknown>>;
type Element = ReturnType<typeof allBelow>[number];

const read = (text: string) =>
  SITE_OPERATIONS.get('localreviews/search')?.read(
    { category: 'x', location: 'x', domain: 'www.yelp.com' },
    [{ step: 'search', text, url: 'https://www.yelp.com/search' }],
    {},
  );

const placesOf = (file: string): readonly Place[] => {
  const reading = read(corpusPage(file).text);
  return reading?.outcome === 'ok' ? (reading.result['places'] as readonly Place[]) : [];
};

const textBelow = (card: Element, isWanted: (element: Element) => boolean): string | undefined => {
  const found = firstBelow(card, isWanted);
  return found && readText(found);
};

/** What a card shows, which the parser does not read. */
const cardOf = (card: Element) => {
  const link = firstBelow(card, ({ name, attribs }) => name === 'a' && attribs['name'] !== undefined);
  const stars = firstBelow(card, ({ attribs }) => /star rating$/.test(attribs['aria-label'] ?? ''));
  const picture = firstBelow(card, ({ name }) => name === 'img');
  const categories = allBelow(card, ({ name, attribs }) => name === 'a' && /[?&]cflt=/.test(attribs['href'] ?? ''));
  return {
    name: link?.attribs['name'],
    url: link?.attribs['href'] === undefined ? undefined : `https://www.yelp.com${link.attribs['href']}`,
    rating: stars && Number.parseFloat(stars.attribs['aria-label'] ?? ''),
    image: picture?.attribs['src'],
    categories: categories.map((category) => readText(category)),
    snippet: textBelow(card, ({ name, children }) => name === 'p' && /^“/.test(readText({ children }))),
  };
};

const cardsOf = (file: string): readonly ReturnType<typeof cardOf>[] =>
  allBelow(
    parseDocument(corpusPage(file).text).root,
    ({ attribs }) => attribs['data-testid'] === 'scrollable-photos-card',
  ).map(cardOf);

describeCorpus('searches of captured pages', () => {
  it('have the values that their cards show', () => {
    const tallies = new Map<string, { right: number; n: number; cases: string[] }>();
    const count = (file: string, field: string, shown: unknown, ours: unknown): void => {
      const tally = tallies.get(field) ?? { right: 0, n: 0, cases: [] };
      const isRight = JSON.stringify(ours) === JSON.stringify(shown);
      tally.n += 1;
      if (isRight) tally.right += 1;
      else tally.cases.push(`${file}: ${JSON.stringify(shown)} is ${JSON.stringify(ours)}`);
      tallies.set(field, tally);
    };
    for (const file of searches) {
      const [cards, places] = [cardsOf(file), placesOf(file)];
      count(file, 'places', cards.length, places.length);
      for (const [index, { snippet, ...card }] of cards.entries()) {
        const place = places[index] ?? {};
        for (const [field, shown] of Object.entries(card))
          if (shown !== undefined) count(file, field, shown, place[field]);
        const ours = String(place['snippet']);
        if (snippet !== undefined) count(file, 'snippet', true, snippet.startsWith(`“${ours}`));
      }
    }
    const figures = Object.fromEntries(
      [...tallies].map(([field, { right, n, cases }]): [string, Figure] => [
        field,
        { value: right / n, n, floor: 0.98, cases },
      ]),
    );
    expect(Object.keys(figures)).toHaveLength(7);
    expect(judgeFigures('sites/localreviews-search', files, figures)).toEqual([]);
  });

  it.each(LATER_ROWS)('of later years are read from the same names: %s', (file) => {
    // safe because the file is part of the corpus
    const rows = JSON.parse(Buffer.from(corpusBytes(file)).toString()) as {
      bizId: string;
      searchResultBusiness: Place;
    }[];
    const search = { searchPageProps: { mainContentComponentsListProps: rows } };
    const state = JSON.stringify({ legacyProps: { searchAppProps: search } });
    const reading = read(`<script>window.react_root_props = ${state};</script>`);
    const places = reading?.outcome === 'ok' ? (reading.result['places'] as readonly Place[]) : [];
    expect(rows.length).toBeGreaterThan(10);
    expect(places).toHaveLength(rows.length);
    for (const [index, { bizId, searchResultBusiness: business }] of rows.entries()) {
      const place = places[index];
      expect(place).toMatchObject({ placeId: bizId, alias: business['alias'], isSponsored: business['isAd'] });
      expect(place).toMatchObject({ name: business['name'], reviews: business['reviewCount'] });
      expect([place?.['rating'] ?? 0, place?.['address'] ?? '']).toEqual([
        business['rating'],
        business['formattedAddress'],
      ]);
      expect(JSON.stringify(place)).not.toContain('redir?');
    }
  });

  it('have nothing of the page’s own marks', () => {
    for (const file of searches) {
      expect(JSON.stringify(placesOf(file))).not.toMatch(/&(?:#\w+|quot|amp|lt|gt);|<\/?\w+>|\[\[/);
    }
  });

  it('are made of no other page, and in time', () => {
    const others = files.filter((name) => !name.includes('/search/'));
    expect(others.map((name) => read(corpusPage(name).text)?.outcome)).toEqual(others.map(() => 'unrecognized'));
    const times = searches.map((file) => {
      const { text } = corpusPage(file);
      const run = () => {
        const usedMs = watchProcessor();
        read(text);
        return usedMs();
      };
      return Math.min(run(), run(), run());
    });
    const worst = Math.max(...times);
    process.stdout.write(`quality localreviews-search time: worst ${worst.toFixed(1)} ms\n`);
    expect(worst).toBeLessThan(dueMs(80));
  });
});
