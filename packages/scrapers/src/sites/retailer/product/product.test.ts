import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import type { ScrapedDocument } from '../../../scraper/scraper.js';
import { retailerProductOperation } from './operation.js';
import { MAX_OFFERS, MAX_RECORDS } from './read-offers.js';
import { DATA, pageOf, pageWith, PRODUCT } from '../../../../test/made-product.js';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { checkedParams } from '../../../../test/checked-params.js';

const PAGE_URL = 'https://www.walmart.com/ip/Kettle/123';

const readAll = (documents: readonly ScrapedDocument[], params: Record<string, unknown> = {}) =>
  retailerProductOperation.read(
    checkedParams('retailer/product', { itemId: '123', otherOffers: false, ...params }),
    documents,
    {},
  );

const pageAt = (text: string, url = PAGE_URL): ScrapedDocument => ({ step: 'product', text, url });

const answered = (documents: readonly ScrapedDocument[], params?: Record<string, unknown>): Record<string, unknown> => {
  const reading = readAll(documents, params);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const { error } =
    operationById('retailer/product')?.result.safeParse({
      requestMetadata: { id: 'x', status: 'ok' },
      ...reading.result,
    }) ?? {};
  expect(error).toBeUndefined();
  return { ...reading.result.product };
};

const WHOLE = {
  itemId: '123',
  title: 'Kettle, 2 L',
  url: PAGE_URL,
  brand: 'Boilers',
  brandUrl: 'https://www.walmart.com/search?q=Boilers&facet=brand:Boilers',
  type: 'Kettles',
  model: 'K-2',
  upc: '012345678905',
  condition: 'New',
  badges: ['Best seller'],
  availability: 'In stock',
  price: {
    currentPrice: 19.99,
    currentPriceDisplay: 'Now $19.99',
    beforePrice: 65.99,
    beforePriceDisplay: '$65.99',
    unitPrice: '$10.00/l',
    currency: 'USD',
  },
  seller: {
    name: 'Shop',
    id: 'S1',
    returnPolicy: 'Free 90-day returns',
    rating: 4.5,
    url: 'https://www.walmart.com/global/seller/7',
  },
  reviews: { totalReviews: 279, rating: 4.4, fiveStars: 206, fourStars: 31, threeStars: 16, twoStars: 11, oneStar: 15 },
  images: ['https://i5.pictures.example/1.jpeg', 'https://i5.pictures.example/2.jpeg'],
  categoryPath: [{ name: 'Home', url: 'https://www.walmart.com/cp/home/5' }, { name: 'Kettles' }],
  categoryPathId: '5_6',
  highlights: [{ name: 'Volume', value: '2 L' }],
  specifications: [{ name: 'Color', value: 'Red' }],
  keyItemFeatures: ['Two litres', 'No noise'],
  productDetails: 'Boils water.',
  variants: [
    {
      name: 'Color',
      options: [
        { value: 'Red', itemId: '123', availability: 'AVAILABLE', isSelected: true },
        {
          value: 'Blue',
          itemId: '124',
          availability: 'AVAILABLE',
          isSelected: false,
          image: 'https://i5.pictures.example/blue.jpeg',
        },
        { value: 'Grey', availability: 'NOT_AVAILABLE', isSelected: false },
      ],
    },
  ],
  fulfillment: { type: 'FC', message: 'Shipping, arrives by Mon, Dec 16', deliveryDate: '2026-12-16T22:59:00.000Z' },
};

describe('a page with its state', () => {
  it('is read value for value', () => {
    expect(answered([pageAt(pageOf())])).toEqual(WHOLE);
  });

  it('leaves out what it does not say', () => {
    const data = { product: { usItemId: '123', name: 'Kettle', priceInfo: { currentPrice: { price: 0 } } } };
    expect(answered([pageAt(pageWith(data))], { domain: 'walmart.ca' })).toEqual({
      itemId: '123',
      title: 'Kettle',
      url: 'https://www.walmart.ca/en/ip/123',
    });
  });

  it('has the currency of its shop where it states none', () => {
    const priceInfo = { currentPrice: { price: 5, priceString: '$5.00' } };
    expect(answered([pageAt(pageOf({ priceInfo }))], { url: 'https://www.walmart.ca/en/ip/x/123' })['price']).toEqual({
      currentPrice: 5,
      currentPriceDisplay: '$5.00',
      currency: 'CAD',
    });
  });

  it('has text that is no list for one feature', () => {
    const { idml } = DATA;
    const page = pageWith({ ...DATA, idml: { ...idml, longDescription: 'Quiet &amp; quick' } });
    expect(answered([pageAt(page)])['keyItemFeatures']).toEqual(['Quiet & quick']);
  });
});

const offer = (id: string, price: number, more: Record<string, unknown> = {}) => ({
  offerId: id,
  sellerId: `S${id}`,
  sellerName: `Seller ${id}`,
  catalogSellerId: 55,
  availabilityStatus: 'IN_STOCK',
  priceInfo: { currentPrice: { price, priceString: `$${price}`, currencyUnit: 'USD' } },
  ...more,
});

/** The answer for all offers, made by what is known of it: none was captured. */
const offersText = (allOffers: unknown): string => JSON.stringify({ data: { product: { allOffers } } });

const offersAnswer = (allOffers: unknown): ScrapedDocument => ({
  step: 'offers',
  text: offersText(allOffers),
  url: 'https://www.walmart.com/orchestra/home/graphql/GetAllSellerOffers/x',
});

describe('other offers', () => {
  const advertised = pageOf({
    additionalOfferCount: 2,
    transactableOfferCount: 3,
    secondaryOfferPrice: { currentPrice: { price: 17.5 } },
  });

  it.each([
    ['nothing where the page speaks of none', {}, undefined],
    ['nothing where the page counts none', { additionalOfferCount: 0, transactableOfferCount: 0 }, undefined],
    [
      'count and cheapest price where the page has them',
      { additionalOfferCount: 2, secondaryOfferPrice: { currentPrice: { price: 17.5 } } },
      { totalOffers: 2, lowestPrice: 17.5 },
    ],
    [
      'the cheapest price of the words beside the price',
      { additionalOfferCount: 1, priceInfo: { secondaryOfferBoost: '$509.99' } },
      { totalOffers: 1, lowestPrice: 509.99 },
    ],
    ['the count alone', { additionalOfferCount: 4 }, { totalOffers: 4 }],
  ])('not asked for: %s', (_name, product, block) => {
    expect(answered([pageAt(pageOf(product))])['otherOffers']).toEqual(block);
  });

  it('are none by the page’s own word', () => {
    expect(answered([pageAt(pageOf())], { otherOffers: true })['otherOffers']).toEqual({ totalOffers: 0, offers: [] });
  });

  it('are asked for by a second step, and listed without that of the page', () => {
    const params = { otherOffers: true };
    const ask = readAll([pageAt(advertised)], params);
    expect(ask).toMatchObject({ outcome: 'ask', request: { step: 'offers' } });
    const answer = offersAnswer([
      offer('O1', 19.99),
      offer('O2', 18, {
        sellerDisplayName: 'Second',
        sellerStoreFrontURL: '/global/seller/8',
        conditionType: 'Restored',
        shippingOption: {
          deliveryDate: '2026-12-20T22:59:00.000Z',
          shipPrice: { price: 5.99, priceString: '$5.99' },
        },
        returnPolicy: { returnPolicyText: '30-day returns' },
      }),
      offer('O3', 17.5),
    ]);
    expect(answered([pageAt(advertised), answer], params)['otherOffers']).toEqual({
      totalOffers: 2,
      lowestPrice: 17.5,
      offers: [
        {
          sellerName: 'Second',
          sellerUrl: 'https://www.walmart.com/global/seller/8',
          price: { currentPrice: 18, currentPriceDisplay: '$18', currency: 'USD' },
          condition: 'Restored',
          shippingCost: { amount: 5.99, display: '$5.99', currency: 'USD' },
          deliveryDate: '2026-12-20T22:59:00.000Z',
          returnPolicy: '30-day returns',
          availability: 'IN_STOCK',
        },
        {
          sellerName: 'Seller O3',
          sellerUrl: 'https://www.walmart.com/seller/55',
          price: { currentPrice: 17.5, currentPriceDisplay: '$17.5', currency: 'USD' },
          availability: 'IN_STOCK',
        },
      ],
    });
  });

  it('are found wherever a build of the site lists them', () => {
    const listed = [offer('O2', 18, { conditionName: 'Restored' }), offer('O3', 17.5)];
    const others = (data: unknown) =>
      answered([pageAt(advertised), { step: 'offers', text: JSON.stringify({ data }), url: PAGE_URL }], {
        otherOffers: true,
      })['otherOffers'];
    expect(others({ sellers: [{ id: 1 }], productByItem: { offerList: { offers: listed } } })).toMatchObject({
      totalOffers: 2,
      lowestPrice: 17.5,
      offers: [{ sellerName: 'Seller O2', condition: 'Restored' }, { sellerName: 'Seller O3' }],
    });
  });

  it('are looked for in a bounded part of a response', () => {
    const text = JSON.stringify({ data: [...Array.from({ length: MAX_RECORDS }, () => [{}]), [offer('O2', 18)]] });
    const answer = { step: 'offers', text, url: PAGE_URL };
    expect(readAll([pageAt(advertised), answer], { otherOffers: true }).outcome).toBe('unrecognized');
  });

  it('are read of data that a browser shows', () => {
    const text = offersText([offer('O2', 18, { sellerDisplayName: 'A & <B>' })]);
    const shown = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    const document = { step: 'offers', url: PAGE_URL, text: `<html><body><pre style="x">${shown}</pre></body></html>` };
    expect(answered([pageAt(advertised), document], { otherOffers: true })['otherOffers']).toMatchObject({
      offers: [{ sellerName: 'A & <B>' }],
    });
  });

  it('are those of the page where it carries all that it speaks of', () => {
    const secondaryOffers = [offer('O2', 18), offer('O3', 17)];
    const page = pageOf({ additionalOfferCount: 2, secondaryOffers });
    expect(answered([pageAt(page)], { otherOffers: true })['otherOffers']).toMatchObject({
      totalOffers: 2,
      lowestPrice: 17,
    });
    const partial = pageOf({ additionalOfferCount: 3, secondaryOffers });
    expect(readAll([pageAt(partial)], { otherOffers: true }).outcome).toBe('ask');
  });

  it('are other ones where nothing says whose they are', () => {
    const nameless = { offerId: undefined, sellerId: undefined };
    const page = pageOf({ ...nameless, additionalOfferCount: 1, secondaryOffers: [offer('O2', 18, nameless)] });
    expect(answered([pageAt(page)], { otherOffers: true })['otherOffers']).toMatchObject({ totalOffers: 1 });
  });

  it(`are ${MAX_OFFERS} at most`, () => {
    const many = Array.from({ length: MAX_OFFERS + 9 }, (_unused, index) => offer(`X${index}`, 5 + index));
    const { offers } = answered([pageAt(advertised), offersAnswer(many)], { otherOffers: true })['otherOffers'] as {
      offers: unknown[];
    };
    expect(offers).toHaveLength(MAX_OFFERS);
  });

  it.each([
    ['a refusal', { text: '{"redirectUrl":"/blocked?url=Lw","appId":"PXx"}' }, 'blocked'],
    [
      'a query that the site does not know',
      { text: '{"errors":[{"message":"PersistedQueryNotFound"}]}' },
      'unrecognized',
    ],
    ['offers that cannot be read', { text: offersText([{ sellerName: 'x' }]) }, 'unrecognized'],
    ['that of no other seller', { text: offersText([offer('O1', 19.99)]) }, 'unrecognized'],
    ['nothing', { text: '' }, 'unrecognized'],
    ['a failure', { failed: 'blocked' as const }, 'unrecognized'],
  ])('fail the whole where their answer is %s', (_name, part, outcome) => {
    const document = { step: 'offers', url: PAGE_URL, ...part } as ScrapedDocument;
    expect(readAll([pageAt(advertised), document], { otherOffers: true }).outcome).toBe(outcome);
  });
});

const LINKED = {
  '@type': 'ProductGroup',
  name: 'Kettle',
  aggregateRating: { ratingValue: 4.4, reviewCount: 279 },
  hasVariant: [
    {
      '@type': 'Product',
      name: 'Kettle, 2 L',
      sku: '123',
      gtin13: '012345678905',
      image: 'https://i5.pictures.example/1.jpeg',
      brand: { name: 'Boilers' },
      description: 'Boils water.',
      offers: [{ price: '19.99', priceCurrency: 'USD', availability: 'https://schema.org/InStock' }],
    },
    { url: 'https://www.walmart.com/ip/Kettle-blue/124' },
  ],
};
const linkedPage = `<script type="application/ld+json">${JSON.stringify([LINKED])}</script>`;

describe('a page without state', () => {
  it('is read by what it says to search engines', () => {
    expect(answered([pageAt(linkedPage)])).toEqual({
      itemId: '123',
      title: 'Kettle, 2 L',
      url: 'https://www.walmart.com/ip/123',
      brand: 'Boilers',
      upc: '012345678905',
      availability: 'InStock',
      price: { currentPrice: 19.99, currency: 'USD' },
      reviews: { rating: 4.4, totalReviews: 279 },
      images: ['https://i5.pictures.example/1.jpeg'],
      productDetails: 'Boils water.',
    });
  });

  it('is not the product where it is about others, nor whole without whose offer is its own', () => {
    expect(readAll([pageAt(linkedPage)], { itemId: '9' }).outcome).toBe('unrecognized');
    expect(readAll([pageAt(linkedPage)], { otherOffers: true }).outcome).toBe('unrecognized');
  });
});

describe('a page without a product', () => {
  it.each([
    ['gone where the site has none for its page', pageWith({ ...DATA, product: null }), PAGE_URL, 'not_found'],
    [
      'gone where the site says so',
      pageWith({ product: null }, { errors: [{ extensions: { code: '404' } }] }),
      PAGE_URL,
      'not_found',
    ],
    [
      'not understood where something failed',
      pageWith({ product: null }, { errors: [{ message: 'timeout', extensions: { code: 504 } }] }),
      PAGE_URL,
      'unrecognized',
    ],
    ['gone where it is the page of what is not there', '{"page":"/404"}', PAGE_URL, 'not_found'],
    ['gone where it is the home page', '{"page":"/","props":{}}', 'https://www.walmart.com/', 'not_found'],
    [
      'blocked where it leads to a question',
      '{"page":"/blocked"}',
      'https://www.walmart.com/blocked?url=Lw',
      'blocked',
    ],
    ['blocked', '<title>Robot or human?</title><div id="px-captcha"></div>', PAGE_URL, 'blocked'],
    ['not understood where it has no data', pageWith(undefined), PAGE_URL, 'unrecognized'],
    ['not understood where it is cut', pageOf().slice(0, 900), PAGE_URL, 'unrecognized'],
    ['not understood where it is some other', '<p>Hello.</p>', PAGE_URL, 'unrecognized'],
  ])('is %s', (_name, text, url, outcome) => {
    expect(readAll([pageAt(text, url)]).outcome).toBe(outcome);
  });

  it('takes no more time where many options name one product of many variants', () => {
    const ids = Array.from({ length: 2_000 }, (_unused, index) => `v${index}`);
    const variantList = ids.slice(0, 500).map((id) => ({ id, name: id, products: Array(200).fill('P') }));
    const page = pageOf({ variantsMap: { P: { variants: ids } }, variantCriteria: [{ name: 'Size', variantList }] });
    const usedMs = watchProcessor();
    expect(readAll([pageAt(page)]).outcome).toBe('ok');
    expect(usedMs()).toBeLessThan(2_000);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(...Object.keys(PRODUCT)), (odd, idml, key) => {
        const data = { product: { ...PRODUCT, [key]: odd }, idml, reviews: odd };
        for (const otherOffers of [false, true]) {
          readAll([pageAt(pageWith(data)), offersAnswer([odd, { ...PRODUCT, [key]: odd }])], { otherOffers });
        }
      }),
    );
  });
});
