import { describe, expect, it } from '@jest/globals';
import { operationOf, validateParams } from '@quarry/contracts';
import { fieldsOf } from '../../../forms/form-model.js';
import { GROUPS_MAX, priceGroups, sumPrices } from './price-groups.js';

const web = operationOf('scrape/web');
const WEB = fieldsOf(web.input.schema);
const priceOf = (params: object): number => {
  const checked = validateParams(web, params);
  if (!checked.ok) throw new Error(JSON.stringify(checked.violations));
  return web.holdCredits(checked.params);
};

describe('priceGroups', () => {
  it('prices thousands of requests by a few of them, as the contract prices each', () => {
    const items = Array.from({ length: 3_000 }, (_, index) => ({
      params: {
        url: `https://a.example/${index}`,
        ...(index % 3 === 0 ? { jsRendering: false } : {}),
        ...(index % 2 === 0 ? { proxyType: 'residential' } : {}),
        extractRules: { a: `h${index}` },
      },
    }));
    const defaults = { outputFormat: ['markdown'] };
    const groups = priceGroups(WEB, items, defaults);
    expect(groups).toHaveLength(4);
    const { maxCredits, isExact } = sumPrices(
      groups,
      groups.map(({ params }) => priceOf(params)),
    );
    const sum = items.reduce((total, { params }) => total + priceOf({ ...defaults, ...params }), 0);
    expect([maxCredits, isExact]).toEqual([sum, true]);
  });

  it('never says less than it may cost', () => {
    const items = Array.from({ length: 100 }, (_, wait) => ({ params: { url: 'https://a.example/', wait } }));
    const groups = priceGroups(WEB, items, {});
    const prices = groups.slice(0, GROUPS_MAX).map(({ params }) => priceOf(params));
    expect(sumPrices(groups, prices)).toEqual({ maxCredits: 1_000, isExact: false });
    expect(sumPrices([], [])).toEqual({ maxCredits: 0, isExact: true });
  });
});
