import { expect, it } from '@jest/globals';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, type Figure } from '../gate.js';
import { fold, hash, LABELS, readRetailer, share, timeOf, withoutState } from './retailer-labels.js';

interface Product {
  readonly id: string;
  readonly title: string;
  readonly image?: string;
  readonly url: string;
  readonly isSponsored?: boolean;
  readonly badges?: readonly string[];
  readonly availability?: string;
  readonly seller?: { readonly name: string };
  readonly price?: {
    readonly currentPrice: number;
    readonly beforePrice?: number;
    readonly beforePriceDisplay?: string;
    readonly priceRangeDisplay?: string;
    readonly currency: string;
  };
  readonly reviews?: { readonly rating?: number; readonly totalReviews?: number };
  readonly fulfillment?: { readonly message?: string };
}

/** What a third party read from a page that it kept. */
interface Expected {
  readonly results: readonly Readonly<Record<string, string | number | boolean | null>>[];
}

const files = corpusFiles('walmart/search', (name) => /\.(?:html|json)$/.test(name));
const PARAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ca-huggies-size1.html': { domain: 'walmart.ca' },
};

const productsOf = (page: string, text = corpusPage(`walmart/search/${page}`).text): readonly Product[] => {
  const reading = readRetailer('search', text, PARAMS[page]);
  return reading.outcome === 'ok' ? (reading.result['productResults'] as readonly Product[]) : [];
};

const money = (amount: number | undefined): string => (amount === undefined ? '' : `$${amount.toFixed(2)}`);

/** A value of the result as in the markup. */
const SHOWN: Readonly<Record<string, (product: Product) => unknown>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  price: ({ price }) => money(price?.currentPrice),
  before: ({ price }) => money(price?.beforePrice),
  rating: ({ reviews }) => reviews?.rating,
  reviews: ({ reviews }) => reviews?.totalReviews,
  image: ({ image }) => image?.split('?')[0],
  sponsored: ({ isSponsored }) => isSponsored,
  range: ({ price }) => price?.priceRangeDisplay,
  badge: ({ badges }) => badges?.[0],
  message: ({ fulfillment }) => fulfillment?.message,
};
/** Figures of the markup's own reader are these. */
const IN_MARKUP = ['id', 'title', 'price', 'before', 'rating', 'reviews', 'image', 'sponsored'];

const tileFigures = (read: (page: string) => readonly Product[], names: readonly string[]): Record<string, Figure> => {
  const pages = Object.entries(LABELS.pages).map(([page, tiles]) => ({ page, tiles, products: read(page) }));
  const compared = (name: string) =>
    pages.flatMap(({ page, tiles, products }) =>
      tiles.flatMap((tile, index) => {
        const product = products[index];
        if (tile[name] === undefined) return [];
        return [product !== undefined && hash(page, SHOWN[name]?.(product)) === tile[name]];
      }),
    );
  return Object.fromEntries(names.map((name) => [name, share(compared(name))]));
};

/** A field of the result, and the third party's value; null where it has none. */
const OTHERS: Readonly<Record<string, readonly [string, (product: Product) => unknown]>> = {
  'all ids': ['id', ({ id }) => id],
  'all titles': ['name', ({ title }) => title],
  'all addresses': ['url', ({ url }) => url],
  'all currencies': ['currency_code', ({ price }) => price?.currency],
  'all ratings': ['rating', ({ reviews }) => reviews?.rating],
  'all review counts': ['total_reviews', ({ reviews }) => reviews?.totalReviews],
  'all in stock': ['in_stock', ({ availability }) => availability === 'In stock'],
  'all pictures': ['thumbnail', ({ image }) => image],
  'all sellers': ['seller_name', ({ seller }) => seller?.name],
  'all sponsored': ['is_sponsored', ({ isSponsored }) => isSponsored],
};

describeCorpus('products of captured pages of searches', () => {
  it('come out as they are shown', () => {
    const figures: Record<string, Figure> = {
      ...tileFigures((page) => productsOf(page), Object.keys(SHOWN)),
      ...Object.fromEntries(
        Object.entries(
          tileFigures((page) => productsOf(page, withoutState(corpusPage(`walmart/search/${page}`).text)), IN_MARKUP),
        ).map(([name, figure]) => [`${name} of markup`, figure]),
      ),
    };
    // safe because the captures have such a file beside them
    const { results } = JSON.parse(corpusPage('walmart/samples/us-aaa-p2.expected.json').text) as Expected;
    for (const page of ['us-aaa-p2.html', 'us-aaa-p2-nextdata.json']) {
      const products = productsOf(page);
      expect(products).toHaveLength(results.length);
    }
    const products = productsOf('us-aaa-p2.html');
    for (const [name, [key, read]] of Object.entries(OTHERS)) {
      const compared = results.map((row, index) => [fold(row[key]), products[index] && fold(read(products[index]))]);
      figures[name] = share(compared.map(([theirs, ours]) => theirs === ours));
    }
    // There a reduced price is next to the former one.
    const prices = results.map((row) =>
      row['price_reduced'] === null ? [row['price']] : [row['price_reduced'], row['price']],
    );
    const ours = products.map(({ price }) => [price?.currentPrice, price?.beforePrice]);
    for (const [index, name] of ['all prices', 'all former prices'].entries()) {
      figures[name] = share(prices.map((theirs, row) => fold(theirs[index]) === fold(ours[row]?.[index])));
    }
    expect(judgeFigures('sites/retailer-search', files, figures)).toEqual([]);
  });

  it('are the same of a page and of its data alone, with all filters', () => {
    const [page, data] = ['us-aaa-p2.html', 'us-aaa-p2-nextdata.json'].map((name) => {
      const reading = readRetailer('search', corpusPage(`walmart/search/${name}`).text);
      return reading.outcome === 'ok' ? reading.result : undefined;
    });
    expect(page?.['facets']).toEqual(data?.['facets']);
    expect((page?.['facets'] as readonly unknown[]).length).toBeGreaterThan(10);
    expect(page?.['pagination']).toEqual({
      currentPage: 2,
      totalPages: 25,
      totalResults: 20_913,
      nextPage: 3,
      resultsPerPage: 40,
    });
  });

  it('are none of a question for people, nor of the beginning of a page', () => {
    for (const file of corpusFiles('walmart/blocked', (name) => name.endsWith('.html'))) {
      for (const operation of ['search', 'product'] as const) {
        expect(readRetailer(operation, corpusPage(file).text).outcome).toBe('blocked');
      }
    }
    for (const file of files.filter((name) => name.endsWith('.html'))) {
      const { text } = corpusPage(file);
      const cut = text.slice(0, text.indexOf('data-item-id'));
      expect(readRetailer('search', cut).outcome).toBe('unrecognized');
    }
  });

  it('are read in time', () => {
    const times = files
      .map((file) => corpusPage(file).text)
      .map((text) => timeOf(() => readRetailer('search', text)))
      .sort((first, second) => first - second);
    const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
    process.stdout.write(
      `quality retailer-search time: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`,
    );
    expect(median).toBeLessThan(dueMs(15));
    expect(worst).toBeLessThan(dueMs(80));
  });
});
