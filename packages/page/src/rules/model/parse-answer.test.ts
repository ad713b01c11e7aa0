import { describe, expect, it } from '@jest/globals';
import { parseAnswer } from './parse-answer.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

describe('parseAnswer', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['  {"a":1}\n', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['```\n{"a":"```"}\n```', { a: '```' }],
    ['Here it is:\n```json\n{"a":1}\n```\nAnything else?', { a: 1 }],
    ['<think>{"a":2} perhaps</think>{"a":1}', { a: 1 }],
    ['[1]', [1]],
  ])('reads %j', (answer, value) => {
    expect(parseAnswer(answer)).toEqual({ value });
  });

  it.each(['', 'I cannot do that.', '{"a":1', '{"a":1,}', '}{', '```json\n```'])('reads nothing from %j', (answer) => {
    expect(parseAnswer(answer)).toBeUndefined();
  });

  it('is linear on long nonsense', () => {
    const size = 1_000_000;
    for (const answer of [
      '```'.repeat(size / 3),
      `\`\`\`${' '.repeat(size)}`,
      '<think>'.repeat(size / 7),
      '{'.repeat(size),
    ]) {
      const usedMs = watchProcessor();
      expect(parseAnswer(answer)).toBeUndefined();
      expect(usedMs()).toBeLessThan(2_000);
    }
  });
});
