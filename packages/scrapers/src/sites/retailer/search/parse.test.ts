import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { retailerSearchOperation } from './operation.js';
import { MAX_PRODUCTS } from './result.js';
import { checkedParams } from '../../../../test/checked-params.js';

const PAGE_URL = 'https://www.walmart.com/search?q=kettle';

const read = (text: string, params: Record<string, unknown> = {}, url = PAGE_URL) =>
  retailerSearchOperation.read(
    checkedParams('retailer/search', { q: 'kettle', ...params }),
    [{ step: 'search', text, url }],
    {},
  );

const answer = (text: string, params?: Record<string, unknown>): Record<string, unknown> => {
  const reading = read(text, params);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const { error } =
    operationById('retailer/search')?.result.safeParse({
      requestMetadata: { id: 'x', status: 'ok' },
      ...reading.result,
    }) ?? {};
  expect(error).toBeUndefined();
  return { ...reading.result };
};

const productsOf = (text: string, params?: Record<string, unknown>) =>
  answer(text, params)['productResults'] as Record<string, unknown>[];

const ITEM = {
  __typename: 'Product',
  id: 'AB12',
  usItemId: '123',
  name: ' Kettle, 2 L ',
  brand: 'Boilers',
  canonicalUrl: '/ip/Kettle-2-L/123?classType=VARIANT&athbdg=L1300',
  imageInfo: { thumbnailUrl: 'https://i5.pictures.example/k.jpeg?odnHeight=180' },
  price: 17.98,
  priceInfo: {
    linePrice: '$17.98',
    linePriceDisplay: 'Now $17.98',
    wasPrice: '$19.97',
    itemPrice: '$19.97',
    unitPrice: '86.6 ¢/ea',
    priceRangeString: '',
  },
  averageRating: 4.6912,
  numberOfReviews: 41,
  sellerId: 'S1',
  sellerName: ' Shop, Inc ',
  availabilityStatusV2: { display: 'In stock', value: 'IN_STOCK' },
  isSponsoredFlag: false,
  category: { categoryPathId: '0:1115193:1076905' },
  badges: {
    flags: [{ key: 'BESTSELLER', text: 'Best seller' }],
    tags: [{ key: 'SAVE_WITH_W_PLUS', text: 'Save with' }],
    groups: [{ members: [{ text: 'Pickup ' }] }],
  },
  fulfillmentType: 'STORE',
  fulfillmentBadgeGroups: [
    { text: 'Pickup ', slaText: 'today', key: 'FF_PICKUP' },
    { text: 'Shipping, arrives ', slaText: 'in 3+ days', key: 'FF_SHIPPING' },
  ],
  fulfillmentSummary: [
    { fulfillment: 'PICKUP', deliveryDate: '2026-01-01T10:00:00.000Z' },
    { fulfillment: 'DELIVERY', deliveryDate: '2026-01-04T22:59:00.000Z' },
    { fulfillment: 'DELIVERY', deliveryDate: '2026-01-02T16:00:00.000Z' },
  ],
};

const FACETS = [
  { type: 'sort', title: 'Sort by', values: [{ id: 'best_match', title: 'Best Match' }] },
  {
    type: 'cat_id',
    title: 'Departments',
    values: [{ id: '5', title: 'Home', type: 'cat_id', itemCount: 7, values: [{ id: '5_6', title: 'Kitchen' }] }],
  },
  { type: 'price', title: 'Price', min: 0, max: 20, values: [] },
  { type: 'fulfillment_speed', title: 'Speed', values: [{ id: '2 days', title: '2 days', itemCount: 0 }] },
  { type: 'fulfillment_method_in_store', title: 'In-store', values: [] },
];

interface Made {
  readonly items?: readonly unknown[];
  readonly stacks?: readonly unknown[];
  readonly result?: Record<string, unknown>;
}

const stateOf = ({ items = [ITEM], stacks = [], result = {} }: Made = {}) => ({
  page: '/search',
  query: { q: 'kettle' },
  props: {
    pageProps: {
      initialData: {
        searchResult: {
          aggregatedCount: 93,
          itemStacks: [{ title: 'Results for "kettle"', count: 93, items }, ...stacks],
          paginationV2: { maxPage: 25, pageProperties: { ps: '40', page: 2, query: 'kettle', stores: '7' } },
          errorResponse: { errors: [], errorCodes: null },
          ...result,
        },
        pageMetadata: { location: { storeId: '3081' } },
        contentLayout: { modules: [{ configs: { allSortAndFilterFacets: FACETS, topNavFacets: FACETS } }] },
      },
    },
  },
});

const pageOf = (made?: Made): string =>
  `<!doctype html><h1>Results for "kettle"<span class="x">(1000+)</span></h1>
<script nonce="n" id="__NEXT_DATA__" type="application/json">${JSON.stringify(stateOf(made))}</script>`;

describe('a page with its state', () => {
  it('is read value for value', () => {
    expect(answer(pageOf())).toEqual({
      searchInformation: { query: 'kettle', totalResultsDisplay: '1000+', storeId: '3081' },
      productResults: [
        {
          position: 1,
          id: '123',
          title: 'Kettle, 2 L',
          url: 'https://www.walmart.com/ip/Kettle-2-L/123',
          brand: 'Boilers',
          isSponsored: false,
          badges: ['Best seller'],
          memberSavings: true,
          categoryPathId: '1115193_1076905',
          price: {
            currentPrice: 17.98,
            currentPriceDisplay: 'Now $17.98',
            beforePrice: 19.97,
            beforePriceDisplay: '$19.97',
            unitPrice: '86.6 ¢/ea',
            currency: 'USD',
          },
          reviews: { rating: 4.6912, totalReviews: 41 },
          image: 'https://i5.pictures.example/k.jpeg?odnHeight=180',
          seller: { name: 'Shop, Inc', id: 'S1' },
          availability: 'In stock',
          fulfillment: {
            type: 'STORE',
            message: 'Pickup today; Shipping, arrives in 3+ days',
            deliveryDate: '2026-01-02T16:00:00.000Z',
          },
        },
      ],
      facets: [
        {
          name: 'Departments',
          values: [
            { name: 'Home', value: 'cat_id:5', count: 7 },
            { name: 'Kitchen', value: 'cat_id:5_6' },
          ],
        },
        { name: 'Price', values: [], min: 0, max: 20 },
        { name: 'Speed', values: [{ name: '2 days', value: 'fulfillment_speed:2 days' }] },
      ],
      pagination: { currentPage: 2, totalPages: 3, totalResults: 93, nextPage: 3, resultsPerPage: 40 },
    });
  });

  it('may be data alone', () => {
    expect(answer(JSON.stringify(stateOf()))).toEqual({
      ...answer(pageOf()),
      searchInformation: { query: 'kettle', storeId: '3081' },
    });
  });

  it.each([
    ['walmart.ca', 'CAD', 'https://www.walmart.ca/ip/Kettle-2-L/123'],
    ['walmart.com.mx', 'MXN', 'https://www.walmart.com.mx/ip/Kettle-2-L/123'],
  ])('of %s has its currency and its links', (domain, currency, url) => {
    expect(productsOf(pageOf(), { domain })).toMatchObject([{ price: { currency }, url }]);
  });

  it.each([
    [{ linePrice: '26,97 $' }, { currentPrice: 26.97, currentPriceDisplay: '26,97 $' }],
    [{ linePrice: '1 299,00 $' }, { currentPrice: 1299, currentPriceDisplay: '1 299,00 $' }],
    [{ linePrice: '$1,299.00' }, { currentPrice: 1299, currentPriceDisplay: '$1,299.00' }],
    [{ linePrice: '$1,299' }, { currentPrice: 1299, currentPriceDisplay: '$1,299' }],
    [{ linePrice: '97 ¢' }, { currentPrice: 0.97, currentPriceDisplay: '97 ¢' }],
    [{ linePrice: '2 for $5' }, { currentPrice: 17.98, currentPriceDisplay: '2 for $5' }],
    [{ currentPrice: { price: 3, priceString: '$3.00' } }, { currentPrice: 3, currentPriceDisplay: '$3.00' }],
    [
      { linePrice: '$16.77', priceRangeString: 'Options from $16.77 – $33.54' },
      { currentPrice: 16.77, currentPriceDisplay: '$16.77', priceRangeDisplay: 'Options from $16.77 – $33.54' },
    ],
  ])('states prices as people see them: %j', (priceInfo, price) => {
    expect(productsOf(pageOf({ items: [{ ...ITEM, priceInfo }] }))[0]?.['price']).toEqual({
      ...price,
      currency: 'USD',
    });
  });

  it('leaves out what it does not say', () => {
    const { usItemId, name } = ITEM;
    expect(productsOf(pageOf({ items: [{ usItemId, name, price: 0, priceInfo: { linePrice: '' } }] }))).toEqual([
      { position: 1, id: usItemId, title: 'Kettle, 2 L', url: 'https://www.walmart.com/ip/123' },
    ]);
  });

  it('is linked whatever letters an id has', () => {
    const { name } = ITEM;
    expect(productsOf(pageOf({ items: [{ usItemId: '1\ud800', name }] }))[0]?.['url']).toBe(
      'https://www.walmart.com/ip/1%EF%BF%BD',
    );
  });

  it('passes over what is no product, and gives each once', () => {
    const items = [
      { __typename: 'AdPlaceholder', name: 'x', usItemId: '1' },
      { __typename: 'TileTakeOverProductPlaceholder' },
      ITEM,
      null,
      { ...ITEM, usItemId: '9' },
      ITEM,
    ];
    expect(productsOf(pageOf({ items })).map(({ id, position }) => [position, id])).toEqual([
      [1, '123'],
      [2, '9'],
    ]);
  });

  it('keeps other lists apart from that of the search', () => {
    const other = { title: 'Only here', items: [{ ...ITEM, usItemId: '9' }] };
    const { productResults, relatedResults } = answer(pageOf({ stacks: [other, { title: 'None', items: [] }] }));
    expect(productResults).toHaveLength(1);
    expect(relatedResults).toMatchObject([{ title: 'Only here', products: [{ position: 1, id: '9' }] }]);
  });

  it(`has ${MAX_PRODUCTS} products at most`, () => {
    const items = Array.from({ length: MAX_PRODUCTS + 1 }, (_unused, index) => ({ ...ITEM, usItemId: `${index}` }));
    expect(productsOf(pageOf({ items }))).toHaveLength(MAX_PRODUCTS);
  });

  it('has no next page on the last one, nor behind it', () => {
    const at = (page: number, items: readonly unknown[]) => {
      const paginationV2 = { maxPage: 3, pageProperties: { page, ps: '40' } };
      return answer(pageOf({ items, result: { paginationV2, aggregatedCount: 500 } }))['pagination'];
    };
    expect(at(3, [ITEM])).toEqual({ currentPage: 3, totalPages: 3, totalResults: 500, resultsPerPage: 40 });
    expect(at(2, [])).not.toHaveProperty('nextPage');
    expect(at(2, [ITEM])).toMatchObject({ nextPage: 3 });
  });

  it.each([
    ['of the search', {}, {}, 93],
    ['of its list', { aggregatedCount: null }, { count: 50 }, 50],
    ['beside its list', { aggregatedCount: null }, { meta: { totalItemCount: 7 } }, 7],
  ])('has the total %s', (_name, result, stack, totalResults) => {
    const itemStacks = [{ items: [ITEM], ...stack }];
    expect(answer(pageOf({ result: { itemStacks, ...result } }))['pagination']).toMatchObject({ totalResults });
  });

  it('is empty only by its own word', () => {
    const first = { paginationV2: { pageProperties: { page: 1 } } };
    expect(productsOf(pageOf({ items: [], result: { ...first, aggregatedCount: 0 } }))).toEqual([]);
    expect(productsOf(pageOf({ items: [] }))).toEqual([]);
    for (const result of [
      first,
      { ...first, aggregatedCount: 0, errorResponse: { errors: [{ message: 'down' }] } },
      { ...first, itemStacks: null },
    ]) {
      expect(read(pageOf({ items: [], result }))).toEqual({ outcome: 'unrecognized', reason: 'no_products' });
    }
  });
});

const TILE = `<div role="group" data-item-id="AB12"><a link-identifier="123" href="/sp/track?bt=1&amp;rd=https%3A%2F%2Fwww.walmart.com%2Fip%2FKettle%2F123%3Fx%3D1"><span>Kettle</span></a>
<img data-testid="productTileImage" src="https://i5.pictures.example/k.jpeg">
<div data-automation-id="product-price"><div aria-hidden="true"><span>$</span><span>16</span><span>77</span></div><span class="w">current price Now $16.77</span><div class="gray strike" aria-hidden="true">$19.97</div><span class="w">Was $19.97</span></div>
<span data-automation-id="product-title">Kettle, 2 L</span>
<span data-testid="product-ratings" data-value="4.7"></span><span data-testid="product-reviews" data-value="5521">5521</span></div>`;

describe('a search that the site has go elsewhere', () => {
  const sent = pageOf({
    items: [],
    result: { searchRedirect: { redirectUrl: '/browse/home/kettles/5_6?x=1' } },
  }).replace('"page":2', '"page":1');

  it('is followed once, where the site was asked', () => {
    const url = 'https://www.walmart.com/browse/home/kettles/5_6?x=1';
    expect(read(sent)).toEqual({ outcome: 'ask', request: { step: 'redirect', url } });
    const first = { step: 'search', text: sent, url: PAGE_URL };
    const followed = (text: string) =>
      retailerSearchOperation.read(
        checkedParams('retailer/search', { q: 'kettle' }),
        [first, { step: 'redirect', text, url }],
        {},
      );
    expect(followed(pageOf())).toMatchObject({ outcome: 'ok', page: 'redirect' });
    expect(followed(sent).outcome).toBe('unrecognized');
    expect(
      retailerSearchOperation.read(checkedParams('retailer/search', { q: 'k' }), [first], {
        origin: 'http://127.0.0.1:9',
      }),
    ).toMatchObject({
      request: { url: 'http://127.0.0.1:9/browse/home/kettles/5_6?x=1' },
    });
  });

  it.each([
    ...['//evil.example/x', 'https://evil.example/x', '/blocked?url=x'],
    ...['/\\\\evil.example/x', '/\\t/evil.example/x', '/..//evil.example/x', '/\\\\['],
  ])('is not followed to %s', (target) => {
    expect(read(sent.replace('/browse/home/kettles/5_6?x=1', target)).outcome).toMatch(/^(?:unrecognized|blocked)$/);
  });
});

describe('a page without state', () => {
  it('is read by its tiles', () => {
    const plain = TILE.replaceAll('123', '456').replace(/\/sp\/track[^"]*/, '/ip/Pot/456?from=/search');
    expect(answer(`<!doctype html><main>${TILE}${plain}</main>`)['productResults']).toEqual([
      {
        position: 1,
        id: '123',
        title: 'Kettle, 2 L',
        url: 'https://www.walmart.com/ip/Kettle/123',
        isSponsored: true,
        price: {
          currentPrice: 16.77,
          currentPriceDisplay: '$16.77',
          beforePrice: 19.97,
          beforePriceDisplay: '$19.97',
          currency: 'USD',
        },
        reviews: { rating: 4.7, totalReviews: 5521 },
        image: 'https://i5.pictures.example/k.jpeg',
      },
      expect.objectContaining({ id: '456', url: 'https://www.walmart.com/ip/Pot/456', isSponsored: false }),
    ]);
  });

  it('is read below a question for people', () => {
    expect(productsOf(`<h2>Robot or human?</h2><div id="px-captcha"></div>${TILE}`)).toHaveLength(1);
  });

  it.each([
    ['a question for people', '<title>Robot or human?</title><div id="px-captcha"></div>', PAGE_URL, 'blocked'],
    ['the address of one', '<p>Wait.</p>', 'https://www.walmart.com/blocked?url=Lw', 'blocked'],
    ['a page that is not there', '<script id="__NEXT_DATA__">{"page":"/404"}</script>', PAGE_URL, 'not_found'],
    ['some other page', '<!doctype html><title>Welcome</title><p>Hello.</p>', PAGE_URL, 'unrecognized'],
    ['the beginning of a page', pageOf().slice(0, 400), PAGE_URL, 'unrecognized'],
    ['nothing', '', PAGE_URL, 'unrecognized'],
  ])('is no list where it is %s', (_name, text, url, outcome) => {
    expect(read(text, {}, url).outcome).toBe(outcome);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (item, result, facets) => {
        const state = stateOf({ items: [item], result: { paginationV2: result, errorResponse: facets } });
        expect(['ok', 'unrecognized']).toContain(read(JSON.stringify(state)).outcome);
        const odd = {
          props: { pageProps: { initialData: { searchResult: result, contentLayout: { modules: facets } } } },
        };
        expect(['ok', 'unrecognized']).toContain(read(JSON.stringify(odd)).outcome);
      }),
    );
  });
});
