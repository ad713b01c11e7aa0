import { describe, expect, it } from '@jest/globals';
import { isStableName, isTellingClass } from './stable-name.js';

describe('isStableName', () => {
  it.each(['title', 'price-box', 'product_price', 'mainContent', 'h2', 'col2', 'a11y-note', 'q', 'searchResults'])(
    'trusts %s',
    (name) => {
      expect(isStableName(name)).toBe(true);
    },
  );

  it.each([
    ...['', 'css-1x2y3z', 'sc-bdVaJa', 'emotion-12', 'svelte-x1y2z3', 'ember1234', 'react-aria-5', ':r1:', 'jss42'],
    ...['Card_title__a1B2c', 'item-18446744', 'r-8f3a2c1d9e', '_2kFx9', 'bxgzt', '1a', 'a.b', 'x'.repeat(60)],
  ])('does not trust %s', (name) => {
    expect(isStableName(name)).toBe(false);
  });
});

describe('isTellingClass', () => {
  it.each(['active', 'is-open', 'mt-4', 'px-2', 'text-lg', 'flex', 'col-6', 'lazyload', 'container', 'w-full'])(
    'passes over %s',
    (name) => {
      expect(isTellingClass(name)).toBe(false);
    },
  );

  it.each(['price', 'product-title', 'review', 'headline', 'textual', 'flexbox-guide'])('keeps %s', (name) => {
    expect(isTellingClass(name)).toBe(true);
  });
});
