import { expect, it } from '@jest/globals';
import { convertPage, type MicrodataItem, type PageData } from '@quarry/page';
import { corpusBytes, corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { type Figure, judgeFigures } from '../gate.js';

const PAGE_URL = 'http://fakehost/test/page.html';

const dataOf = (name: string, url = PAGE_URL): PageData =>
  convertPage({ ...corpusPage(name), url }, { formats: ['json'], links: false, emails: false }).json as PageData;

const readText = (name: string): string => Buffer.from(corpusBytes(name)).toString('utf8');

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim() : '';
const plainName = (value: unknown): string =>
  plain(value)
    .replace(/^(?:by|von|por|par)\s+/i, '')
    .toLowerCase();
const instant = (value: unknown): string => {
  const ms = Date.parse(plain(value).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(ms) ? plain(value) : new Date(ms).toISOString();
};
const one = (value: string | string[] | undefined): string | undefined => [value].flat()[0];

type Compare = (value: unknown) => string;
const letters = (value: unknown): string =>
  plain(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const COMPARES: Readonly<Record<string, Compare>> = { title: letters, byline: plainName, published: instant };
const FIELDS = ['title', 'byline', 'published', 'language', 'description', 'canonical', 'image', 'site'] as const;
type Field = (typeof FIELDS)[number];
type Expected = Partial<Record<Field, string>>;

const given = (data: PageData): Partial<Record<Field, string | undefined>> => ({
  ...data,
  image: one(data.openGraph?.['image']),
  site: one(data.openGraph?.['site_name']),
});

/** What other readers found on a page. */
interface Case {
  readonly name: string;
  readonly url: string;
  readonly expected: Expected;
}

const STATES_DESCRIPTION =
  /<meta\b[^>]*(?:name|property)\s*=\s*["'](?:\w+:)?description["'][^>]*content\s*=\s*["'][^"']|<meta\b[^>]*content\s*=\s*["'][^"'][^>]*(?:name|property)\s*=\s*["'](?:\w+:)?description["']/i;

/** Readability's test pages. A first paragraph used as description is not a statement of the page. */
const readabilityCases = (): Case[] =>
  corpusFiles('articles/readability', (name) => name.endsWith('.meta.json')).map((file) => {
    const name = file.replace('.meta.json', '.html');
    const meta = JSON.parse(readText(file)) as Record<string, string | null>;
    const hasDescription = STATES_DESCRIPTION.test(corpusPage(name).text);
    const fields = {
      title: meta['title'],
      byline: meta['byline'],
      published: meta['publishedTime'],
      language: meta['lang'],
      description: hasDescription ? meta['excerpt'] : undefined,
      site: meta['siteName'],
    };
    return { name, url: PAGE_URL, expected: known(fields) };
  });

const known = (fields: Readonly<Record<string, string | null | undefined>>): Expected =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => plain(value) !== ''));

const SNAPSHOT_FIELD = /^\s+(\w+): (?:'((?:[^'\\]|\\.)*)'|null),$/gm;

/** Snapshots of another reader of metadata. */
const snapshotCases = (): Case[] =>
  corpusFiles('articles/metadata', (name) => name.endsWith('.snapshot.md')).map((file) => {
    const values = new Map([...readText(file).matchAll(SNAPSHOT_FIELD)].map(([, key = '', value]) => [key, value]));
    const get = (key: string): string | undefined => values.get(key);
    const fields = {
      title: get('title'),
      byline: get('author'),
      published: get('date'),
      language: get('lang'),
      description: get('description'),
      canonical: get('url'),
      image: get('image'),
      site: get('publisher'),
    };
    return { name: file.replace('.snapshot.md', '.html'), url: get('url') ?? PAGE_URL, expected: known(fields) };
  });

/** Pages of the trafilatura evaluation with a labelled author, title or day. */
const evaluationCases = (): Case[] => {
  const file = 'articles/trafilatura/evaldata.subset.json';
  if (corpusFiles('articles/trafilatura', (name) => name === file).length === 0) return [];
  return Object.entries(JSON.parse(readText(file)) as Record<string, Record<string, string>>)
    .filter(([, { author, title, date }]) => plain(author) + plain(title) + plain(date) !== '')
    .map(([slug, { author, title, date, url = PAGE_URL }]) => ({
      name: `articles/trafilatura/${slug}.html`,
      url,
      expected: known({ byline: author, title, published: date }),
    }));
};

/** Other readers are not always right: they cut titles elsewhere, or take the day of an update. */
/** Floor on the current pages; docs/quality.md has the aim. */
const FLOORS: Partial<Record<Field, number>> = {
  title: 0.85,
  byline: 0.72,
  published: 0.86,
  language: 0.9,
  description: 0.85,
  canonical: 1,
};

const MAX_OFF_MS = 26 * 3_600_000;
/** Where only a day is expected, it may be that of any time zone. */
const day = (value: unknown, wanted: string): unknown =>
  /^\d{4}-\d\d-\d\d$/.test(plain(wanted)) &&
  Math.abs(Date.parse(plain(value)) - Date.parse(`${plain(wanted)}T12:00Z`)) <= MAX_OFF_MS
    ? wanted
    : value;

const compareCases = (cases: readonly Case[]): Record<string, Figure> => {
  const results = new Map<Field, { right: number; n: number; lines: string[] }>();
  for (const { name, url, expected } of cases) {
    const data = dataOf(name, url);
    const values = given(data);
    for (const field of FIELDS) {
      const wanted = expected[field];
      if (wanted === undefined) continue;
      const compare = COMPARES[field] ?? plain;
      // Both descriptions of a page are in its data.
      const value = field === 'description' ? [values[field], one(data.openGraph?.['description'])] : [values[field]];
      const isRight = value.some((each) => compare(day(each, wanted)) === compare(wanted));
      const result = results.get(field) ?? { right: 0, n: 0, lines: [] };
      results.set(field, result);
      result.n += 1;
      if (isRight) result.right += 1;
      result.lines.push(
        `${isRight ? 'right' : 'other'} ${name} ${field}: ${values[field] ?? 'none'}${isRight ? '' : ` | ${plain(wanted)}`}`,
      );
    }
  }
  const figures = [...results].map(([field, { right, n, lines }]) => {
    process.stdout.write(`${lines.map((line) => line.slice(0, 240)).join('\n')}\n`);
    return [`${field} as others read it`, { value: right / n, n, floor: FLOORS[field] ?? 0 }];
  });
  return Object.fromEntries(figures) as Record<string, Figure>;
};

/** The open graph part of extruct's result, in our form: names without `og:`, lists where one repeats. */
const openGraphOf = (file: string): Record<string, string | string[]> => {
  const [first] = JSON.parse(readText(file)) as { properties: [string, string][] }[];
  const graph: Record<string, string | string[]> = {};
  for (const [property, value] of first?.properties ?? []) {
    const name = property.replace(/^og:/, '');
    const before = graph[name];
    graph[name] = before === undefined ? value : [before, value].flat();
  }
  return graph;
};

/** What the page of an anvil holds as microdata, by the rules of the HTML standard. */
const ANVIL: MicrodataItem = {
  type: ['http://schema.org/Product'],
  properties: {
    brand: ['ACME'],
    name: ['Executive Anvil'],
    image: ['http://fakehost/test/anvil_executive.jpg'],
    description: [
      "Sleeker than ACME's Classic Anvil, the Executive Anvil is perfect for the business traveler looking for something to drop from a height.",
    ],
    mpn: ['925872'],
    aggregateRating: [
      { type: ['http://schema.org/AggregateRating'], properties: { ratingValue: ['4.4'], reviewCount: ['89'] } },
    ],
    offers: [
      {
        type: ['http://schema.org/Offer'],
        properties: {
          priceCurrency: ['USD'],
          price: ['119.99'],
          priceValidUntil: ['2020-11-05'],
          seller: [{ type: ['http://schema.org/Organization'], properties: { name: ['Executive Objects'] } }],
          itemCondition: ['http://schema.org/UsedCondition'],
          availability: ['http://schema.org/InStock'],
        },
      },
    ],
  },
};

describeCorpus('metadata of captured pages', () => {
  it('is what others read from them', () => {
    const cases = [...readabilityCases(), ...snapshotCases(), ...evaluationCases()];
    const names = cases.map(({ name }) => name);
    expect(judgeFigures('pages/metadata', names, compareCases(cases))).toEqual([]);
  });

  it('holds the open graph and the microdata of the structured pages whole', () => {
    const folder = 'articles/structured';
    expect(dataOf(`${folder}/misc__opengraph_test.html`).openGraph).toEqual(
      openGraphOf(`${folder}/misc__opengraph_test.json`),
    );
    expect(dataOf(`${folder}/misc__product_microdata.html`).microdata).toEqual([ANVIL]);
  });
});
