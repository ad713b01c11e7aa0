import { expect, it } from '@jest/globals';
import { parse } from 'qs';
import { toQueryPairs } from './query-pairs.js';

it('writes lists and groups so that the API reads the same values', () => {
  const params = {
    q: 'a & b=c',
    page: '2',
    meals: ['breakfast', 'dinner'],
    cost: { pricePerSqft: { min: '50' }, excludeLandLeases: 'true' },
  };
  const pairs = toQueryPairs({ ...params, left: undefined });
  expect(pairs).toContainEqual(['cost[pricePerSqft][min]', '50']);
  expect(parse(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString())).toEqual(
    params,
  );
});
