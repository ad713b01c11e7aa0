import { describe, expect, it } from '@jest/globals';
import { readOffers } from './read-offers.js';

describe('the prices of an offer', () => {
  const pricesOf = (block: Record<string, unknown>): unknown => {
    const list = [{ b_id: 1, b_name: 'Den', b_blocks: [{ b_block_id: '1_1', ...block }] }];
    const [den] = readOffers(`<script>b_rooms_available_and_soldout: ${JSON.stringify(list)},</script>`);
    return den?.offers[0]?.variant.prices;
  };
  const STAY_PRICES = [
    { b_stays: 2, b_price: '£ 400', b_raw_price: '400.00' },
    { b_stays: 1, b_price: '£ 200', b_raw_price: '200.00', b_price_per_night: '£ 100' },
  ];
  const PRICE = { b_price: '£ 200', b_raw_price: '200.00' };

  it.each([
    ['of one unit', { b_stay_prices: STAY_PRICES }, { currentPriceRaw: '£ 200', currentPriceParsed: 200 }],
    [
      'with the one that was crossed out',
      { ...PRICE, b_price_breakdown_simplified: { b_headline_price_amount: 200.4, b_strikethrough_price_amount: 260 } },
      { currentPriceRaw: '£ 200', currentPriceParsed: 200, beforeDiscountParsed: 260 },
    ],
    [
      'without one that was crossed out for another price',
      { ...PRICE, b_price_breakdown_simplified: { b_headline_price_amount: 400, b_strikethrough_price_amount: 520 } },
      { currentPriceRaw: '£ 200', currentPriceParsed: 200 },
    ],
    [
      'without one that is no higher',
      { ...PRICE, b_price_breakdown_simplified: { b_headline_price_amount: 200, b_strikethrough_price_amount: 200 } },
      { currentPriceRaw: '£ 200', currentPriceParsed: 200 },
    ],
    ['of no unit', { b_stay_prices: STAY_PRICES.slice(0, 1) }, undefined],
  ])('are those %s', (_name, block, prices) => {
    expect(pricesOf(block)).toEqual(prices);
  });
});
