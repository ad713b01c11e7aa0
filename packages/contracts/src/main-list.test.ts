import { describe, expect, it } from '@jest/globals';
import { mainListOf } from './main-list.js';
import { operationById } from './operations/index.js';

const of = (id: string) => {
  const operation = operationById(id);
  return operation && mainListOf(operation);
};

describe('the main list of an operation', () => {
  it.each([
    ['enginea/serp', 'organicResults', 'snippet'],
    ['enginea/scholar', 'organicResults', 'publicationInfo'],
    ['enginea/shopping', 'shoppingResults', 'price'],
    ['enginea/images', 'imagesResults', 'original'],
    ['enginea/ai-mode', 'textBlocks', 'referenceIndexes'],
    ['engineb/serp', 'organicResults', 'displayedLink'],
    ['enginec/serp', 'organicResults', 'source'],
  ])('of %s is %s, whose rows have %s', (id, key, field) => {
    expect(of(id)?.key).toBe(key);
    expect(of(id)?.fields).toContain(field);
  });

  it('is there only where the contract has one', () => expect(of('scrape/web')).toBeUndefined());
});
