import { describe, expect, it } from '@jest/globals';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { pageOf, PIECE_CHARS, type TextPage } from './token-budget.js';

const pagesOf = async (text: string, maxTokens: number): Promise<TextPage[]> => {
  const pages: TextPage[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page: TextPage = await pageOf(text, offset, maxTokens);
    pages.push(page);
    offset = page.nextOffset;
  }
  return pages;
};

describe('pages of a text', () => {
  it.each([
    ['words', 'The quarry opens at dawn. '.repeat(400)],
    ['a script without blanks', 'こんにちは世界、石切り場です。'.repeat(120)],
    ['pairs of surrogates', '🪨'.repeat(900)],
    ['one long run', 'a'.repeat(5_000)],
    ['names of special tokens', '<|endoftext|>'.repeat(200)],
    ['nothing', ''],
  ])('of %s join to the whole text, each within its budget', async (_, text) => {
    const pages = await pagesOf(text, 120);
    expect(pages.map((page) => page.text).join('')).toBe(text);
    for (const page of pages) {
      expect(page.tokens).toBeLessThanOrEqual(120);
      expect(page.text.isWellFormed()).toBe(true);
    }
    // Pages are filled: half of a budget left over would double the calls.
    for (const page of pages.slice(0, -1)) expect(page.tokens).toBeGreaterThan(100);
  });

  it('make progress with the smallest budget', async () => {
    const pages = await pagesOf('🪨🪨', 1);
    expect(pages.map((page) => page.text)).toEqual(['🪨', '🪨']);
  });

  it('cost time by the budget, not by the text, whatever it holds', async () => {
    await pageOf('x'.repeat(10_000), 0, 100);
    const usedMs = watchProcessor();
    const page = await pageOf('a'.repeat(3_000_000), 0, 2_000);
    expect(usedMs()).toBeLessThan(3_000);
    expect(page.text.length).toBeGreaterThan(PIECE_CHARS);
  });
});
