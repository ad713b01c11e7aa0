import { describe, expect, it } from '@jest/globals';
import { withNumberBounds } from './number-bounds.js';

const MAX = Number.MAX_SAFE_INTEGER;

describe('withNumberBounds', () => {
  it.each([
    ['bounds integers and numbers', { type: 'integer' }, { type: 'integer', minimum: -MAX, maximum: MAX }],
    ['keeps bounds of their own', { type: 'number', minimum: 1 }, { type: 'number', minimum: 1, maximum: MAX }],
    ['leaves lists of values alone', { type: 'integer', enum: [1, 2] }, { type: 'integer', enum: [1, 2] }],
    ['leaves texts alone', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 3 }],
    [
      'goes into objects, lists and alternatives',
      { properties: { a: { items: { type: 'integer', maximum: 4 } } }, anyOf: [{ type: 'number', minimum: 0 }] },
      {
        properties: { a: { items: { type: 'integer', minimum: -MAX, maximum: 4 } } },
        anyOf: [{ type: 'number', minimum: 0, maximum: MAX }],
      },
    ],
    [
      'keeps null and plain values of lists',
      { default: null, enum: ['a', null] },
      { default: null, enum: ['a', null] },
    ],
  ])('%s', (_name, schema, expected) => {
    expect(withNumberBounds(schema)).toEqual(expected);
  });
});
