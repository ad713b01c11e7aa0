import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CONVERSION_LIMITS } from '../source/conversion-limits.js';
import { convertPage } from './convert-page.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const TIME_LIMIT_MS = 15_000;
const LINKS = 93_666;

const largePage = (): string => {
  const rows = Array.from(
    { length: LINKS },
    (_row, index) =>
      `<li><b>Item ${index}</b> <a href="/category/item-${index}.html?from=list">Its number is ${index}</a></li>\n`,
  );
  return `<main><ul>${rows.join('')}</ul></main>`;
};

describe('a page of 93,666 links', () => {
  it('is converted whole, in bounded time', () => {
    const text = largePage();
    const usedMs = watchProcessor();
    const content = convertPage(
      { text, url: 'https://a.example/', mediaType: 'text/html' },
      { formats: ['text', 'markdown'], links: true, emails: true },
    );
    expect(usedMs()).toBeLessThan(TIME_LIMIT_MS);
    expect(content.limitsHit).toBeUndefined();
    expect(content.links).toHaveLength(LINKS);
    expect(content.markdown?.split('\n')).toHaveLength(LINKS);
    expect(content.markdown?.split('\n').every((line) => line.startsWith('- **Item '))).toBe(true);
    expect(content.text?.split('\n')).toHaveLength(LINKS);
  });

  it('leaves room within the limits', () => {
    expect(DEFAULT_CONVERSION_LIMITS.maxLinks).toBeGreaterThanOrEqual(2 * LINKS);
    expect(DEFAULT_CONVERSION_LIMITS.maxNodes).toBeGreaterThanOrEqual(10 * LINKS);
  });
});
