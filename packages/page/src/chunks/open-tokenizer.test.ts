import { describe, expect, it } from '@jest/globals';
import { TOKENIZERS } from '@quarry/contracts';
import { convertPage } from '../convert/convert-page.js';
import { MAX_WORD_CHARS, openTokenizer } from './open-tokenizer.js';

describe.each(TOKENIZERS)('%s', (name) => {
  it('counts the marks of a protocol of models as text', async () => {
    const countTokens = await openTokenizer(name);
    expect(countTokens('')).toBe(0);
    expect(countTokens('Hello, world!')).toBe(4);
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(3);
  });

  it('counts a very long word in parts, in linear time', async () => {
    const countTokens = await openTokenizer(name);
    const word = 'xqzvkj'.repeat(100_000);
    const startedAt = performance.now();
    const tokens = countTokens(word);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    const part = countTokens('xqzvkj'.repeat(MAX_WORD_CHARS).slice(0, MAX_WORD_CHARS));
    expect(tokens).toBeGreaterThan((word.length / MAX_WORD_CHARS - 1) * part * 0.9);
  });

  it('keeps chunks within their budget', async () => {
    const countTokens = await openTokenizer(name);
    const text = Array.from({ length: 400 }, (_, index) =>
      index % 9 === 0
        ? `<h2>Ziegel №${index}</h2>`
        : `<p>屋根 ${index * 7919} roof\u0301 tiles… <b>slate</b>;\t(${'=-'.repeat(index % 40)})</p>`,
    ).join('');
    const page = { text, url: 'https://a.example/', mediaType: 'text/html' };
    const request = { formats: ['markdown' as const], links: false, emails: false, countTokens };
    for (const maxTokens of [50, 173, 1_000]) {
      const { chunks = [] } = convertPage(page, { ...request, chunks: { maxTokens } });
      expect(chunks.length).toBeGreaterThan(5);
      expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(maxTokens);
    }
  });
});
