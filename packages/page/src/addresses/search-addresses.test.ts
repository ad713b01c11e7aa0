import { describe, expect, it } from '@jest/globals';
import { MAX_SEARCH_WORDS, scoreAddress, searchWords } from './search-addresses.js';

describe('a search of addresses', () => {
  it('counts words without case, accents and signs, each once', () => {
    expect(searchWords('  Café-PRICES, café!')).toEqual(['cafe', 'prices']);
    expect(searchWords('?!')).toEqual([]);
    const many = Array.from({ length: MAX_SEARCH_WORDS + 3 }, (_, index) => `w${index}`).join(' ');
    expect(searchWords(many)).toHaveLength(MAX_SEARCH_WORDS);
  });

  it('puts more words first, then those of the title, and knows encoded addresses', () => {
    const words = searchWords('slate roof');
    const both = { url: 'https://a.example/slate/roof' };
    const titled = { url: 'https://a.example/x', title: 'A Slate' };
    const one = { url: 'https://a.example/sl%61te' };
    const none = { url: 'https://a.example/granite', title: 'Granite' };
    const [first, second, third, last] = [both, titled, one, none].map((each) => scoreAddress(each, words));
    expect(first).toBeGreaterThan(second ?? 0);
    expect(second).toBeGreaterThan(third ?? 0);
    expect(third).toBeGreaterThan(0);
    expect(last).toBe(0);
    expect(scoreAddress({ url: 'https://a.example/%E0%A4%A' }, words)).toBe(0);
  });
});
