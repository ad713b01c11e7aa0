import { describe, expect, it } from '@jest/globals';
import { withReadableTuples } from './readable-tuples.js';

const PAIR = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }] };

describe('a tuple', () => {
  it('is closed by its length alone, wherever it is', () => {
    const closed = { ...PAIR, minItems: 2, maxItems: 2 };
    expect(withReadableTuples({ anyOf: [{ properties: { fill: { ...closed, items: false } } }] })).toEqual({
      anyOf: [{ properties: { fill: closed } }],
    });
  });

  it.each([
    ['no length', { ...PAIR, items: false }],
    ['a greater length', { ...PAIR, maxItems: 3, items: false }],
  ])('with %s stays as it is', (_name, schema) => {
    expect(withReadableTuples(schema)).toEqual(schema);
  });
});
