import { describe, expect, it } from '@jest/globals';
import { lodgingSearchOperation } from './operation.js';
import { checkedParams } from '../../../../test/checked-params.js';
import { card, HEAD, type Made, money, pageOf, RESULT, TOTAL } from '../../../../test/made-lodgings.js';

const STAY = { checkInDate: '2030-06-10', checkOutDate: '2030-06-14', rooms: 1, adults: 2, children: 0 };

const answer = (text: string, params: Record<string, unknown> = {}) => {
  const reading = lodgingSearchOperation.read(
    checkedParams('lodging/search', { keyword: 'Oak Bay', ...STAY, ...params }),
    [{ step: 'search', text, url: 'https://www.booking.com/searchresults.html?ss=Oak+Bay' }],
    {},
  );
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  return reading.result;
};

const resultsOf = (text: string, params?: Record<string, unknown>) => answer(text, params).results;

/** A card of the property that the state of `pageOf` has too, in another language and with other values. */
const KNOWN = card(TOTAL).replaceAll('elm-house.en-gb', 'oak-inn.de').replace('Elm &amp; House', 'Eichenhof');

describe('a page that shows more than its state has', () => {
  const both = (cards: string, made?: Made): string => `${HEAD}${pageOf(made)}${cards}`;

  it('has the rows of its state first, then the other cards', () => {
    const rows = resultsOf(both(`${KNOWN}${card(TOTAL)}${card(TOTAL).replaceAll('elm-house', 'ash-house')}`));
    expect(rows.map(({ url }) => url)).toEqual([
      'https://www.booking.com/hotel/gb/oak-inn.html',
      'https://www.booking.com/hotel/gb/elm-house.en-gb.html',
      'https://www.booking.com/hotel/gb/ash-house.en-gb.html',
    ]);
  });

  it('has no property twice and no value of one from both', () => {
    const [alone] = resultsOf(pageOf());
    const [first, ...others] = resultsOf(both(`${KNOWN}${KNOWN}${card(TOTAL)}`));
    expect(first).toEqual(alone);
    expect(others.map(({ title }) => title)).toEqual(['Elm & House']);
  });

  it('keeps the total and the dates of its state', () => {
    const { searchInformation, pagination } = answer(
      both(`<h1>Oak Bay: 9 properties found</h1>${KNOWN}${card(TOTAL)}`),
    );
    expect([searchInformation, pagination]).toEqual([
      expect.objectContaining({ checkInDate: '2030-06-11', totalResults: 251 }),
      expect.objectContaining({ totalResults: 251 }),
    ]);
  });

  it('is its state alone where that has all cards, or says that there is none', () => {
    expect(resultsOf(both(card(TOTAL)))).toHaveLength(1);
    expect(resultsOf(both(`${card(TOTAL)}${KNOWN}`, { results: [], total: 0 }))).toEqual([]);
  });
});

describe('bounds of the price of the whole stay', () => {
  const stay = (pageName: string, amount: number | undefined, currency = 'USD') => ({
    ...RESULT,
    basicPropertyData: { ...RESULT.basicPropertyData, pageName },
    blocks: [],
    priceDisplayInfoIrene: amount === undefined ? null : { displayPrice: money(`${amount}`, amount, currency) },
  });
  const RESULTS = [
    ...[stay('a', 199), stay('b', 200), stay('c', 900), stay('d', 900.5), stay('unpriced', undefined)],
    stay('in-euro', 5_000, 'EUR'),
  ];
  const namesOf = (params: Record<string, unknown>) =>
    resultsOf(pageOf({ results: RESULTS }), params).map(({ url }) => /gb\/(.+)\.html$/.exec(String(url))?.[1]);

  it.each([
    [{ price: { min: 200, max: 900 } }, ['b', 'c', 'unpriced', 'in-euro']],
    [{ price: { min: 200 }, currency: 'USD' }, ['b', 'c', 'd', 'unpriced', 'in-euro']],
    [{ price: { max: 900 }, currency: 'EUR' }, ['a', 'b', 'c', 'd', 'unpriced']],
    [{ price: { max: 900 }, currency: 'hotelCurrency' }, ['a', 'b', 'c', 'unpriced', 'in-euro']],
    [{}, ['a', 'b', 'c', 'd', 'unpriced', 'in-euro']],
  ])('%j leave those that cost so much, and those whose price cannot be judged', (params, names) => {
    expect(namesOf(params)).toEqual(names);
  });

  it('may leave nothing of a page, which is no error', () => {
    const text = pageOf({ results: [stay('a', 199)], total: 1 });
    expect(answer(text, { price: { min: 200 } })).toMatchObject({
      results: [],
      pagination: { page: 1, totalResults: 1, totalPages: 1 },
    });
  });
});
