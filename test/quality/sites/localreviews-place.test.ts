import { expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, type Figure } from '../gate.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const files = corpusFiles('yelp', (name) => name.endsWith('.html'));
const places = files.filter((name) => name.includes('/place/'));

type Place = Readonly<Record<string, unknown>>;

const read = (text: string) =>
  SITE_OPERATIONS.get('localreviews/place')?.read(
    { placeId: 'x', domain: 'www.yelp.com' },
    [{ step: 'place', text, url: 'https://www.yelp.com/biz/x' }],
    {},
  );

const placeOf = (file: string): Place | undefined => {
  const reading = read(corpusPage(file).text);
  return reading?.outcome === 'ok' ? (reading.result['placeResult'] as Place) : undefined;
};

interface Linked {
  readonly name?: string;
  readonly telephone?: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly aggregateRating?: Readonly<Record<string, number>>;
}

/** The page's data for search engines, which the parser does not read. */
const linkedOf = (text: string): Linked => {
  for (const [, block = ''] of text.matchAll(/<script[^>]*ld\+json[^>]*>(.*?)<\/script>/gs)) {
    // safe because the values are compared one by one
    const data = JSON.parse(block) as Linked;
    if (typeof data.address === 'object') return data;
  }
  return {};
};

interface Expected {
  readonly business_name: string;
  readonly business_rating: string;
  readonly number_of_reviews: string;
  readonly business_url?: string;
}

/** Values that people read from the page, kept by another project beside some pages. */
const expectedOf = (file: string): Expected | undefined => {
  const [name] = corpusFiles('yelp/place', (one) => one === file.replace(/html$/, 'expected.json'));
  return name === undefined ? undefined : (JSON.parse(corpusPage(name).text) as Expected);
};

const visible = (text: string, sign: RegExp): string | undefined => sign.exec(text)?.[1];

type Check = readonly [field: string, stated: string | number | undefined, ours: unknown];

const checksOf = (file: string): Check[] => {
  const { text } = corpusPage(file);
  const place = placeOf(file) ?? {};
  const linked = linkedOf(text);
  const { name, telephone, address = {}, aggregateRating: rating } = linked;
  const expected = expectedOf(file);
  const url = visible(text, /<link[^>]*canonical[^>]*href="([^"?]+)"/);
  const street = address['streetAddress']?.replace('\n', ', ') ?? '';
  const lines = [street, `${address['addressLocality']}, ${address['addressRegion']} ${address['postalCode']}`];
  return [
    ['name', name?.replaceAll('&amp;', '&'), place['name']],
    ['phone', telephone, place['phone']],
    ['address', lines.filter(Boolean).join(', '), place['address']],
    ['country', address['addressCountry'], place['country']],
    ['rating', rating?.['ratingValue'], place['rating']],
    ['reviews', rating?.['reviewCount'], place['reviews']],
    ['url', url, place['url']],
    ['expected name', expected?.business_name, place['name']],
    ['expected rating', expected && Number.parseFloat(expected.business_rating), place['rating']],
    ['expected reviews', expected && Number.parseInt(expected.number_of_reviews, 10), place['reviews']],
  ];
};

describeCorpus('places of captured pages', () => {
  it('have the values that their pages state', () => {
    const tallies = new Map<string, { right: number; extracted: number; n: number }>();
    const cases: string[] = [];
    for (const file of places) {
      for (const [field, stated, ours] of checksOf(file)) {
        if (stated === undefined) continue;
        const tally = tallies.get(field) ?? { right: 0, extracted: 0, n: 0 };
        tally.n += 1;
        if (ours !== undefined) tally.extracted += 1;
        if (ours === stated) tally.right += 1;
        else cases.push(`${file}: ${field}: ${stated} is ${String(ours)}`);
        tallies.set(field, tally);
      }
    }
    const figures = Object.fromEntries(
      [...tallies].map(([field, { right, extracted, n }]): [string, Figure] => {
        process.stdout.write(
          `quality localreviews-place ${field}: present ${n}, extracted ${extracted}, right ${right}\n`,
        );
        return [field, { value: right / n, n, floor: 0.98, cases }];
      }),
    );
    expect(judgeFigures('sites/localreviews-place', files, figures)).toEqual([]);
  });

  it('have their parts, and nothing of the page’s own marks', () => {
    for (const file of places) {
      const place = placeOf(file) ?? {};
      expect({ file, hours: (place['operationHours'] as { hours?: unknown[] }).hours?.length }).toEqual({
        file,
        hours: 7,
      });
      for (const list of ['categories', 'features', 'faqs', 'reviewHighlights', 'images']) {
        expect({ file, list, isFilled: (place[list] as unknown[]).length > 0 }).toEqual({ file, list, isFilled: true });
      }
      expect(JSON.stringify(place)).not.toMatch(/&(?:#\w+|quot|amp|lt|gt);|<\/?\w+>/);
    }
  });

  it('are made of no other page, and in time', () => {
    const others = files.filter((name) => !name.includes('/place/'));
    expect(others.map((name) => read(corpusPage(name).text)?.outcome)).toEqual(others.map(() => 'unrecognized'));
    const times = places.map((file) => {
      const { text } = corpusPage(file);
      const run = () => {
        const usedMs = watchProcessor();
        read(text);
        return usedMs();
      };
      return Math.min(run(), run(), run());
    });
    const worst = Math.max(...times);
    process.stdout.write(`quality localreviews-place time: worst ${worst.toFixed(1)} ms\n`);
    expect(worst).toBeLessThan(dueMs(80));
  });
});
