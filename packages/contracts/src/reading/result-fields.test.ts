import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationById } from '../operations/index.js';
import { MAX_RESULT_FIELDS, resultPartsOf } from './result-fields.js';

const namesOf = (id: string): readonly string[] => {
  const operation = operationById(id);
  if (operation === undefined) throw new Error(`no ${id}`);
  return resultPartsOf(operation).flatMap(({ key, fields }) => [key, ...fields.map(({ name }) => name)]);
};

describe('the fields of a result', () => {
  it.each([
    ['enginea/serp', ['organicResults', 'organicResults[].title', 'localResults.places', 'filters']],
    ['retailer/product', ['product', 'product.price', 'product.images', 'product.otherOffers']],
    ['retailer/search', ['productResults', 'productResults[].price', 'pagination.totalPages']],
  ])('of %s are those of its contract, two levels deep', (id, expected) => {
    const names = namesOf(id);
    expect(names).toEqual(expect.arrayContaining(expected));
    expect(new Set(names).size).toBe(names.length);
    expect(names.some((name) => name.startsWith('requestMetadata'))).toBe(false);
  });

  it('are none where the caller chooses them', () => expect(namesOf('scrape/web')).toEqual([]));

  it('are some for every operation on an engine or a site, and never more than the bound', () => {
    for (const { id, target } of OPERATIONS) {
      const count = namesOf(id).length;
      expect([id, count <= MAX_RESULT_FIELDS, count > 0]).toEqual([id, true, target !== undefined]);
    }
  });

  it('of a contract with too many are cut at the bound', async () => {
    const { z } = await import('zod');
    const shape = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, z.string()]));
    const result = z.object(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, z.object(shape)])),
    );
    const parts = resultPartsOf({ result, target: { name: 'x', title: 'x' } });
    expect(parts.reduce((sum, { fields }) => sum + 1 + fields.length, 0)).toBe(MAX_RESULT_FIELDS);
  });
});
