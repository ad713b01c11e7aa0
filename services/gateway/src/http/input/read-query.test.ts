import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { QUERY_ARRAY_LIMIT, QUERY_DEPTH, QUERY_NAME_ECHO_MAX_CHARS, QUERY_PARAMETER_LIMIT } from '../../bounds.js';
import { queryTextOf, readQuery } from './read-query.js';

const input = (text: string) => {
  const reading = readQuery(text);
  expect(reading.violations).toEqual([]);
  return JSON.parse(JSON.stringify(reading.input)) as unknown;
};
const isFine = (text: string): boolean => readQuery(text).violations.length === 0;
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
    expect(Object.getPrototypeOf(reading.input)).toBeNull();
    expect(Object.keys(reading.input)).toEqual(['constructor', 'toString']);
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  it('holds its bounds', () => {
    expect(isFine(times(QUERY_ARRAY_LIMIT, 'a[]=1'))).toBe(true);
    expect(isFine(times(QUERY_ARRAY_LIMIT + 1, 'a[]=1'))).toBe(false);
    const distinct = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
    expect(isFine(distinct(QUERY_PARAMETER_LIMIT))).toBe(true);
    expect(isFine(distinct(QUERY_PARAMETER_LIMIT + 1))).toBe(false);
    const nested = (depth: number) => `a${'[b]'.repeat(depth)}=1`;
    expect(isFine(nested(QUERY_DEPTH))).toBe(true);
    expect(isFine(nested(QUERY_DEPTH + 1))).toBe(false);
  });

  it.each(['__proto__=1', '__proto__[x]=1', 'a[__proto__]=1', '%5F_proto__=1', 'a%5B__proto__%5D=1'])(
    'names %s as unknown instead of dropping it',
    (text) => {
      const { input: read, violations } = readQuery(`${text}&q=x`);
      expect({ ...read }).toEqual({ q: 'x' });
      expect(violations).toEqual([
        {
          field: expect.stringContaining('__proto__'),
          rule: 'unknown',
          message: expect.stringMatching(/is not a parameter of this operation\. Remove it/),
        },
      ]);
    },
  );

  it('names what is too deep once, in words of its own, and reads the rest', () => {
    const { input: read, violations } = readQuery('foo=1&a[b][c][d][e][f]=1&a[b][c][d][e][f]=2&a%5Bb=c][d][e][f][g]=1');
    expect({ ...read }).toEqual({ foo: '1' });
    const message = (name: string) =>
      `${name} is not a parameter: names are nested at most ${QUERY_DEPTH} levels deep. Remove it or check its spelling.`;
    expect(violations).toEqual(
      ['a.b.c.d.e.f', 'a.b=c.d.e.f.g'].map((field) => ({ field, rule: 'unknown', message: message(field) })),
    );
  });

  it('repeats no long name', () => {
    const [violation] = readQuery(`a${'[b]'.repeat(1_000)}=1`).violations;
    expect(violation?.field).toHaveLength(QUERY_NAME_ECHO_MAX_CHARS + 3);
  });

  it.each([
    [times(QUERY_ARRAY_LIMIT + 1, 'a[]=1'), `a list of more than ${QUERY_ARRAY_LIMIT} values`],
    [times(QUERY_PARAMETER_LIMIT + 1, 'a=1'), `more than ${QUERY_PARAMETER_LIMIT} values`],
  ])('says in words of its own what there is too much of', (text, words) => {
    expect(readQuery(text).violations).toEqual([
      { field: 'query', rule: 'maxLength', message: `The query string has ${words}. Send fewer.` },
    ]);
  });

  it('survives any text', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(readQuery(text).violations)));
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
