import { expect, it } from '@jest/globals';
import { toQueryString } from './query-string.js';

it('writes parameters as the service reads them', () => {
  const params = {
    q: 'a&b',
    page: 2,
    safe: false,
    left: undefined,
    price: { min: 10, max: undefined },
    meals: ['x', 'y'],
  };
  expect(decodeURIComponent(toQueryString(params))).toBe('?q=a&b&page=2&safe=false&price[min]=10&meals[]=x&meals[]=y');
  expect([toQueryString(), toQueryString({ a: undefined })]).toEqual(['', '']);
});
