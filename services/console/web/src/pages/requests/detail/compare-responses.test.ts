import { describe, expect, it } from '@jest/globals';
import { compareResponses } from './compare-responses.js';

describe('compareResponses', () => {
  it('says of each part what has become of it', () => {
    const before = { requestMetadata: { id: 'a' }, url: 'x', markdown: 'a', links: ['l'], text: 't' };
    const after = { requestMetadata: { id: 'b' }, extractedData: {}, url: 'x', markdown: 'b', links: ['l'] };
    expect(compareResponses(before, after)).toEqual([
      { name: 'extractedData', change: 'added' },
      { name: 'url', change: 'same' },
      { name: 'markdown', change: 'changed' },
      { name: 'links', change: 'same' },
      { name: 'text', change: 'removed' },
    ]);
  });

  it('takes anything', () => {
    expect(compareResponses(null, [1])).toEqual([]);
    expect(compareResponses(undefined, { a: 1 })).toEqual([{ name: 'a', change: 'added' }]);
  });
});
