import { describe, expect, it } from '@jest/globals';
import { cellAt } from './answer-columns.js';

const ANSWER = { title: 'Slate', extractedData: { price: 12.5, tags: ['a', 'b'], none: null }, isNew: false };

describe('a column of a response', () => {
  it.each([
    ['title', 'Slate'],
    ['extractedData.price', 12.5],
    ['extractedData.tags', '["a","b"]'],
    ['extractedData.tags.1', 'b'],
    ['isNew', false],
    ['extractedData.none', undefined],
    ['extractedData.none.more', undefined],
    ['title.length', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['missing', undefined],
  ])('%s is %j', (path, cell) => {
    expect(cellAt(ANSWER, path)).toEqual(cell);
  });

  it('is empty where there is no response', () => {
    expect(cellAt(undefined, 'title')).toBeUndefined();
  });
});
