import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { QUERY_ARRAY_LIMIT, QUERY_DEPTH, QUERY_PARAMETER_LIMIT } from '../bounds.js';
import { queryTextOf, readQuery } from './read-query.js';

const input = (text: string) => {
  const reading = readQuery(text);
  if (!reading.ok) throw new Error(reading.violations[0]?.message);
  return JSON.parse(JSON.stringify(reading.input)) as unknown;
};
const times = (count: number, text: string) => Array.from({ length: count }, () => text).join('&');

describe('readQuery', () => {
  it('reads lists, nested names and repeated scalars', () => {
    expect(input('q=a+b%20c&meals[]=x&meals[]=y&price[min]=1&cost[pricePerSqft][max]=2&r=1&r=2')).toEqual({
      q: 'a b c',
      meals: ['x', 'y'],
      price: { min: '1' },
      cost: { pricePerSqft: { max: '2' } },
      r: ['1', '2'],
    });
  });

  it('makes objects without a prototype', () => {
    const reading = readQuery('constructor[prototype][x]=1&__proto__[x]=1&toString=1');
    expect(reading.ok && Object.getPrototypeOf(reading.input)).toBeNull();
    expect(reading.ok && Object.keys(reading.input)).toEqual(['constructor', 'toString']);
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  it('holds its bounds', () => {
    expect(readQuery(times(QUERY_ARRAY_LIMIT, 'a[]=1')).ok).toBe(true);
    expect(readQuery(times(QUERY_ARRAY_LIMIT + 1, 'a[]=1')).ok).toBe(false);
    const distinct = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
    expect(readQuery(distinct(QUERY_PARAMETER_LIMIT)).ok).toBe(true);
    expect(readQuery(distinct(QUERY_PARAMETER_LIMIT + 1)).ok).toBe(false);
    const nested = (depth: number) => `a${'[b]'.repeat(depth)}=1`;
    expect(readQuery(nested(QUERY_DEPTH)).ok).toBe(true);
    expect(readQuery(nested(QUERY_DEPTH + 1)).ok).toBe(false);
  });

  it('survives any text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readQuery(text).ok === 'boolean'));
  });
});

describe('queryTextOf', () => {
  it.each([
    ['/a', ''],
    ['/a?', ''],
    ['/a?q=1?2', 'q=1?2'],
  ])('of %s is %j', (url, expected) => {
    expect(queryTextOf(url)).toBe(expected);
  });
});
