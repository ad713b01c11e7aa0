import { describe, expect, it } from '@jest/globals';
import { countFilledFields } from './count-filled-fields.js';

const count = (result: Record<string, unknown>): Record<string, number> => {
  const counted: Record<string, number> = {};
  const increment = (name: string, labels: Record<string, string> = {}, by = 1): void => {
    counted[`${name} ${labels['field']} ${labels['found']}`] = by;
  };
  countFilledFields({ increment: increment as never }, 'x/y', { key: 'rows', fields: ['a', 'b'] }, result);
  return counted;
};

describe('fill rates', () => {
  it.each([
    [
      {
        rows: [
          { a: 1, b: '' },
          { a: null, b: [] },
          { a: 0, c: 1 },
        ],
      },
      { 'a true': 2, 'a false': 1, 'b false': 3 },
    ],
    [{ rows: { a: false } }, { 'a true': 1, 'b false': 1 }],
    [{ rows: [] }, {}],
    [{}, {}],
  ])('of %j', (result, expected) => {
    const names = Object.entries(expected).map(([name, value]) => [`parser_fields_total ${name}`, value]);
    expect(count(result)).toEqual(Object.fromEntries(names));
  });
});
