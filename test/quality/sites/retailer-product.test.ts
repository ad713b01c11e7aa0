import { expect, it } from '@jest/globals';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures } from '../gate.js';
import { hash, LABELS, readRetailer, share, timeOf, withoutState } from './retailer-labels.js';

interface Option {
  readonly value: string;
  readonly availability?: string;
  readonly isSelected: boolean;
}

interface Product {
  readonly [key: string]: unknown;
  readonly badges?: readonly string[];
  readonly price?: Readonly<Record<string, unknown>>;
  readonly reviews?: Readonly<Record<string, number>>;
  readonly seller?: Readonly<Record<string, unknown>>;
  readonly images?: readonly string[];
  readonly categoryPath?: readonly { readonly name: string }[];
  readonly variants?: readonly { readonly name: string; readonly options: readonly Option[] }[];
  readonly fulfillment?: { readonly deliveryDate?: string };
}

const files = corpusFiles('walmart/product', (name) => name.endsWith('.html'));
const pathOf = (page: string): string => `walmart/product/${page}`;

const productOf = (text: string, itemId: string): Product | undefined => {
  const reading = readRetailer('product', text, { itemId });
  return reading.outcome === 'ok' ? (reading.result['product'] as Product) : undefined;
};

const optionsOf = ({ variants = [] }: Product, name: RegExp): readonly Option[] =>
  variants.filter((variant) => name.test(variant.name)).flatMap(({ options }) => options);

const joined = (values: readonly string[] | undefined): string => (values ?? []).join('|');
const namesOf = (options: readonly Option[]): string => joined(options.map(({ value }) => value).sort());

/** A value of the result as the page shows it. */
const SHOWN: Readonly<Record<string, (product: Product) => unknown>> = {
  itemId: ({ itemId }) => itemId,
  title: ({ title }) => title,
  url: ({ url }) => url,
  brand: ({ brand }) => brand,
  upc: ({ upc }) => upc,
  badges: ({ badges }) => joined(badges),
  price: ({ price }) => price?.['currentPrice'],
  display: ({ price }) => price?.['currentPriceDisplay'],
  before: ({ price }) => price?.['beforePrice'],
  currency: ({ price }) => price?.['currency'],
  rating: ({ reviews }) => reviews?.['rating'],
  totalReviews: ({ reviews }) => reviews?.['totalReviews'],
  returnPolicy: ({ seller }) => seller?.['returnPolicy'],
  categories: ({ categoryPath }) => joined(categoryPath?.map(({ name }) => name)),
  colors: (product) => namesOf(optionsOf(product, /^Color$/)),
  sizes: (product) => namesOf(optionsOf(product, /Size$/)),
  soldOut: (product) => namesOf(optionsOf(product, /./).filter(({ availability }) => availability === 'NOT_AVAILABLE')),
  selected: (product) => namesOf(optionsOf(product, /./).filter(({ isSelected }) => isSelected)),
  deliveryDay: ({ fulfillment }) => fulfillment?.deliveryDate?.slice(0, 10),
  pictures: ({ images }) => images?.[0],
};
/** The page's data for search engines. */
const IN_LINKED = ['itemId', 'title', 'upc', 'rating', 'totalReviews', 'categories', 'pictures'];

describeCorpus('products on captured pages', () => {
  it('come out as they are shown', () => {
    const compared = (name: string, isLinked: boolean) =>
      Object.entries(LABELS.products).map(([page, shown]) => {
        const { text } = corpusPage(pathOf(page));
        const itemId = /\d+(?=\.html$)/.exec(page)?.[0] ?? '';
        const product = productOf(isLinked ? withoutState(text) : text, itemId);
        return product !== undefined && hash(page, SHOWN[name]?.(product)) === shown[name];
      });
    const figures = {
      ...Object.fromEntries(Object.keys(SHOWN).map((name) => [name, share(compared(name, false))])),
      ...Object.fromEntries(IN_LINKED.map((name) => [`${name} of linked data`, share(compared(name, true))])),
    };
    expect(judgeFigures('sites/retailer-product', files, figures)).toEqual([]);
  });

  it('have as many reviews as stars', () => {
    for (const file of files) {
      const { reviews = {} } = productOf(corpusPage(file).text, '') ?? {};
      const { totalReviews, fiveStars = 0, fourStars = 0, threeStars = 0, twoStars = 0, oneStar = 0 } = reviews;
      expect(fiveStars + fourStars + threeStars + twoStars + oneStar).toBe(totalReviews);
    }
  });

  it('are read in time', () => {
    for (const file of files) {
      const { text } = corpusPage(file);
      const timeMs = timeOf(() => productOf(text, ''));
      process.stdout.write(`quality retailer-product time: ${timeMs.toFixed(1)} ms\n`);
      expect(timeMs).toBeLessThan(dueMs(15));
    }
  });
});
