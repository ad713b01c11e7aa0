import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { MAX_ACCOMMODATIONS } from './accommodation.js';
import { lodgingSearchOperation } from './operation.js';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { checkedParams } from '../../../../test/checked-params.js';
import { card, HEAD, money, NIGHT, NO_MONEY, pageOf, PRICE, RESULT, TOTAL } from '../../../../test/made-lodgings.js';

const PARAMS = {
  keyword: 'Oak Bay',
  checkInDate: '2030-06-10',
  checkOutDate: '2030-06-14',
  rooms: 1,
  adults: 2,
  children: 0,
};
const URL_ASKED = 'https://www.booking.com/searchresults.html?ss=Oak+Bay';

const read = (text: string, params: Record<string, unknown> = {}) =>
  lodgingSearchOperation.read(
    checkedParams('lodging/search', { ...PARAMS, ...params }),
    [{ step: 'search', text, url: URL_ASKED }],
    {},
  );

const answer = (text: string, params?: Record<string, unknown>): Record<string, unknown> => {
  const reading = read(text, params);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const { error } =
    operationById('lodging/search')?.result.safeParse({
      requestMetadata: { id: 'x', status: 'ok' },
      ...reading.result,
    }) ?? {};
  expect(error).toBeUndefined();
  return { ...reading.result };
};

const resultsOf = (text: string, params?: Record<string, unknown>) =>
  answer(text, params)['results'] as Record<string, unknown>[];

describe('a page with its state', () => {
  it('is read value for value', () => {
    expect(answer(pageOf(), { page: 2 })).toEqual({
      searchInformation: {
        ...{ keyword: 'Oak Bay', checkInDate: '2030-06-11', checkOutDate: '2030-06-14', totalResults: 251 },
      },
      results: [
        {
          hotelId: 4711,
          title: 'Oak Inn',
          url: 'https://www.booking.com/hotel/gb/oak-inn.html',
          room: '2 × King Room, Studio',
          bedTypes: [
            { count: 1, type: 'king' },
            { count: 1, type: 'queen', option: 1 },
            { count: 2, option: 2 },
          ],
          location: {
            city: 'Oak Bay',
            address: '1 Quay St',
            district: 'Harbour',
            mainDistance: '0.9 miles from downtown',
            centrallyLocated: true,
          },
          policies: { freeCancellation: true, noPrepayment: false },
          price: {
            pricePerStayRaw: 'US$1,339.86',
            pricePerStayParsed: 1339.86,
            priceBeforeDiscountRaw: 'US$1,400',
            priceBeforeDiscountParsed: 1400,
            discountRaw: 'US$60.14',
            discountParsed: 60.14,
            excludedChargesRaw: 'US$25.40',
            excludedChargesParsed: 25.4,
            currency: 'USD',
          },
          rating: 4,
          reviews: { score: 8.7, count: 424, text: 'Fabulous', secondaryScore: { score: 8.9, text: 'Comfort' } },
          photo: 'https://cf.bstatic.com/xdata/images/1.webp?k=a&o=',
        },
      ],
      pagination: { page: 2, totalResults: 251, totalPages: 11 },
    });
  });

  it('leaves out what it does not say', () => {
    const { id, pageName } = RESULT.basicPropertyData;
    const bare = {
      basicPropertyData: {
        ...{ id, pageName, location: { countryCode: 'GB' } },
        reviewScore: { score: 0, reviewCount: 0, showScore: false },
        starRating: { value: 0 },
      },
      displayName: { text: 'Oak Inn' },
      policies: { showFreeCancellation: false, showNoPrepayment: false },
      blocks: [],
      priceDisplayInfoIrene: { displayPrice: NO_MONEY },
    };
    expect(resultsOf(pageOf({ results: [bare] }))).toEqual([
      { hotelId: 4711, title: 'Oak Inn', url: 'https://www.booking.com/hotel/gb/oak-inn.html' },
    ]);
  });

  it('claims no dates that the page was not asked for', () => {
    const text = pageOf().replace(/"searchMeta":\{.*?\}\}/, '"searchMeta":{"dates":null}');
    expect(answer(text)['searchInformation']).toEqual({ keyword: 'Oak Bay', totalResults: 251 });
  });

  it.each([
    ['no discount', { priceBeforeDiscount: NO_MONEY, discounts: [], excludedCharges: undefined }, {}],
    [
      'two discounts',
      { discounts: [...PRICE.discounts, ...PRICE.discounts], excludedCharges: undefined },
      { priceBeforeDiscountRaw: 'US$1,400', priceBeforeDiscountParsed: 1400, discountParsed: 60.14 },
    ],
  ])('states money as the site does: %s', (_name, parts, more) => {
    const [row] = resultsOf(pageOf({ results: [{ ...RESULT, priceDisplayInfoIrene: { ...PRICE, ...parts } }] }));
    const stay = { pricePerStayRaw: 'US$1,339.86', pricePerStayParsed: 1339.86, currency: 'USD' };
    expect(row?.['price']).toEqual({ ...stay, ...more });
  });

  it.each([
    ['€ 1.234', 1234, 'EUR', 1234],
    ['JP¥12,345', 12_345.4, 'JPY', 12_345],
    ['1 234,50 zł', 1234.5, 'PLN', 1234.5],
    ['KWD 12.500', 12.5, 'KWD', 12.5],
    ['??', 99.999, 'USD', 100],
  ])('reads the amount %s', (amount, exact, currency, parsed) => {
    const displayPrice = money(amount, exact, currency);
    const [row] = resultsOf(pageOf({ results: [{ ...RESULT, priceDisplayInfoIrene: { displayPrice } }] }));
    expect(row?.['price']).toMatchObject({ pricePerStayRaw: amount, pricePerStayParsed: parsed, currency });
  });

  it('has the price of the one offer where the page has no words for it', () => {
    const block = { finalPrice: { amount: 99.999, currency: 'EUR' } };
    const [one, two] = [[block], [block, block]].map(
      (blocks) => resultsOf(pageOf({ results: [{ ...RESULT, blocks, priceDisplayInfoIrene: null }] }))[0],
    );
    expect(one?.['price']).toEqual({ pricePerStayParsed: 100, currency: 'EUR' });
    expect(two).not.toHaveProperty('price');
  });

  it('follows references and the names of other years', () => {
    const basic = { ...RESULT.basicPropertyData, reviewScore: undefined };
    const reviews = { totalScore: 9, reviewsCount: 150, totalScoreTextTag: { translation: 'Wonderful' } };
    const records = { 'P:1': { ...RESULT, basicPropertyData: { __ref: 'B:1' } }, 'B:1': { ...basic, reviews } };
    const [row] = resultsOf(pageOf({ results: [{ __ref: 'P:1' }, { __ref: 'P:2' }], records }));
    expect(row).toMatchObject({ title: 'Oak Inn', reviews: { score: 9, count: 150, text: 'Wonderful' } });
  });

  it('is linked whatever letters its page has', () => {
    const basicPropertyData = { ...RESULT.basicPropertyData, pageName: 'oak\ud800' };
    expect(resultsOf(pageOf({ results: [{ ...RESULT, basicPropertyData }] }))[0]?.['url']).toMatch(
      /\/oak%EF%BF%BD\.html$/,
    );
  });

  it('gives each accommodation once, in order', () => {
    const other = { ...RESULT, basicPropertyData: { ...RESULT.basicPropertyData, id: 12, pageName: 'b' } };
    const rows = resultsOf(pageOf({ results: [RESULT, other, RESULT, null, {}] }));
    expect(rows.map(({ hotelId }) => hotelId)).toEqual([4711, 12]);
  });

  it(`has ${MAX_ACCOMMODATIONS} at most`, () => {
    const results = Array.from({ length: MAX_ACCOMMODATIONS + 1 }, (_unused, index) => ({
      ...RESULT,
      basicPropertyData: { ...RESULT.basicPropertyData, id: index + 1, pageName: `p${index}` },
    }));
    expect(resultsOf(pageOf({ results }))).toHaveLength(MAX_ACCOMMODATIONS);
  });

  it('is empty only by its own word', () => {
    expect(answer(pageOf({ results: [], total: 0 }))).toMatchObject({
      results: [],
      pagination: { page: 1, totalResults: 0, totalPages: 0 },
    });
    expect(read(pageOf({ results: [], total: null }))).toEqual({ outcome: 'unrecognized', reason: 'search_shell' });
  });
});

describe('a page without state', () => {
  it('is read by its cards', () => {
    const { results, searchInformation, pagination } = answer(
      `${HEAD}<h1 aria-live="x">Oak Bay: 92 properties found</h1>${card(TOTAL)}<div>ad</div>${card(NIGHT)}`,
    );
    expect(searchInformation).toMatchObject({
      checkInDate: '2030-06-12',
      checkOutDate: '2030-06-15',
      totalResults: 92,
    });
    expect(pagination).toEqual({ page: 1, totalResults: 92, totalPages: 4 });
    expect(results).toEqual([
      {
        hotelId: 8157,
        title: 'Elm & House',
        url: 'https://www.booking.com/hotel/gb/elm-house.en-gb.html',
        room: 'Two-Bedroom House',
        bedTypes: [{ text: '4 beds (2 twins, 2 fulls)' }],
        location: { district: 'Old Town', mainDistance: '300 m from centre' },
        policies: { freeCancellation: true },
        price: {
          pricePerStayRaw: '$1,496',
          pricePerStayParsed: 1496,
          priceBeforeDiscountRaw: '$1,900',
          priceBeforeDiscountParsed: 1900,
          discountParsed: 404,
          excludedChargesRaw: '$25',
          excludedChargesParsed: 25,
          currency: 'CAD',
        },
        rating: 3,
        reviews: { score: 8.9, count: 1041, text: 'Excellent', secondaryScore: { score: 8.4, text: 'Comfort' } },
        photo: 'https://cf.bstatic.com/elm.webp?k=b',
      },
    ]);
  });

  it.each([
    ['USD', 'USD'],
    ['EUR', undefined],
    ['hotelCurrency', undefined],
    [undefined, undefined],
  ])('has the currency asked for, %s, where its sign stands there', (currency, stated) => {
    const [row] = resultsOf(card(NIGHT, 'address'), { currency });
    expect((row?.['price'] as Record<string, unknown>)['currency']).toBe(stated);
  });

  it('counts the pages of what matches alone', () => {
    const cards = Array.from({ length: 3 }, (_unused, index) => card(TOTAL).replaceAll('elm-house', `elm-${index}`));
    expect(answer(`<h1>Oak Bay: 2 properties found</h1>${cards.join('')}`)['pagination']).toEqual({
      page: 1,
      totalResults: 2,
    });
  });

  it.each(['Oak Bay: 0 properties found', 'No properties found in Oak Bay', 'Eichen: 0 Unterkünfte gefunden'])(
    'is empty by its own word: %s',
    (heading) => {
      expect(answer(`<h1>${heading}</h1>`)['results']).toEqual([]);
    },
  );
});

describe('a page that is no page of results', () => {
  it.each([
    ['nothing', '', 'no_results'],
    ['some other page', '<!doctype html><title>Welcome</title><h1>Hello</h1>', 'no_results'],
    ['a shell', '<title>Search results</title><script>b_action: "searchresults",</script>', 'search_shell'],
    ['the beginning of a page', pageOf().slice(0, 400), 'search_shell'],
  ])('is not understood: %s', (_name, text, reason) => {
    expect(read(text)).toEqual({ outcome: 'unrecognized', reason });
  });

  it('is a question for people', () => {
    const text = '<script>window.awsWafCookieDomainList = ["booking.com"];AwsWafIntegration.getToken()</script>';
    expect(read(text)).toEqual({ outcome: 'blocked', reason: 'challenge' });
  });

  it.each(['<h1>', '<h1 '])('is told in time in proportion to its length: %s', (part) => {
    const usedMs = watchProcessor();
    expect(read(part.repeat(500_000)).outcome).toBe('unrecognized');
    expect(usedMs()).toBeLessThan(1_000);
  });

  it('leads to the search of its place once', () => {
    const records = {
      'D:1': { identifier: { __ref: 'I:1' } },
      'I:1': { destId: -399_866, destType: 'CITY' },
      ROOT_QUERY: { 'landingContent({"a":1})': { destination: { __ref: 'D:1' } } },
    };
    const text = `<script data-capla-store-data="apollo" type="application/json">${JSON.stringify(records)}</script>`;
    const reading = read(text, { sort: 'topReviewed' });
    if (reading.outcome !== 'ask') throw new Error(reading.outcome);
    expect(reading.request.url).toMatch(/\?ss=Oak\+Bay&dest_id=-399866&dest_type=city&checkin=.*&order=bayesian/);
    const document = { step: 'search', text, url: URL_ASKED };
    const both = [document, { ...document, step: reading.request.step }];
    expect(lodgingSearchOperation.read(checkedParams('lodging/search', PARAMS), both, {})).toEqual({
      outcome: 'unrecognized',
      reason: 'no_results',
    });
  });

  it('never throws', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, value, (row, records) => {
        const store = {
          a: records,
          ROOT_QUERY: { searchQueries: { 'search(1)': { results: [row, { ...RESULT, blocks: row, location: row }] } } },
        };
        const text = `<script data-capla-store-data="apollo">${JSON.stringify(store).replaceAll('<', '\\u003c')}</script>`;
        expect(read(text).outcome).toBe('ok');
      }),
    );
  });
});
