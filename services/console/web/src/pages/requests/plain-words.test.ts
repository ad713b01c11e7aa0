import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES, VERDICTS, type VerdictRule } from '@quarry/contracts';
import { ERROR_WORDS, errorWords, verdictWords } from './plain-words.js';

describe('plain words', () => {
  it.each(ERROR_CODES.map((code) => [code]))('explain %s in a sentence and a next step', (code) => {
    const { what, next } = errorWords(code);
    for (const text of [what, next]) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text.length).toBeLessThan(200);
    }
    expect(what).not.toContain(code);
  });

  it('exist for exactly the codes of the contract', () => {
    expect(Object.keys(ERROR_WORDS).sort()).toEqual([...ERROR_CODES].sort());
  });

  it('explain every verdict of a success', () => {
    const good = Object.entries<VerdictRule>(VERDICTS).filter(([, { error }]) => error === undefined);
    for (const [verdict] of good) expect([verdict, verdictWords(verdict)]).toEqual([verdict, expect.any(String)]);
  });

  it('take codes that are newer than they are', () => {
    expect(errorWords('brand_new').what).toMatch(/does not know/);
    expect([errorWords('constructor').next, verdictWords('constructor')]).toEqual([expect.any(String), undefined]);
  });
});
