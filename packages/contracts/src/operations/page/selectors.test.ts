import { describe, expect, it } from '@jest/globals';
import { validateParams } from '../../validate-params.js';
import { SELECTOR_MAX_CHARS, SELECTORS_MAX_CHARS } from './selectors.js';
import { scrapeWeb } from './web.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const check = (selectors: readonly string[]): readonly string[] => {
  const fields = { includeOnlyTags: selectors, excludeTags: selectors, extractRules: { ...selectors } };
  const checked = validateParams(scrapeWeb, { url: 'https://example.com/', ...fields });
  return checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`).sort();
};

describe('all selectors of a field together', () => {
  it('are bounded', () => {
    const longest = Array.from({ length: SELECTORS_MAX_CHARS / SELECTOR_MAX_CHARS }, (_, index) =>
      `a${index}`.padEnd(SELECTOR_MAX_CHARS, 'a'),
    );
    expect(check(longest)).toEqual([]);
    expect(check([...longest, 'b'])).toEqual([
      'excludeTags maxLength',
      'extractRules maxLength',
      'includeOnlyTags maxLength',
    ]);
  });

  it.each([
    ['a counting pseudo-class full of spaces', (index: number) => `a:nth-child(${index}n${' '.repeat(990)}x)`],
    ['a run of spaces', (index: number) => `a${' '.repeat(990)}x${index}`],
    ['many counting pseudo-classes', (index: number) => `a:nth-child(${index}${' of '.repeat(240)}x)`],
    ['many attributes', (index: number) => `${'[a]'.repeat(330)}.x${index}`],
  ])('take no longer than they are long: %s', (_what, selectorOf) => {
    const usedMs = watchProcessor();
    for (const count of [32, 100]) check(Array.from({ length: count }, (_, index) => selectorOf(index)));
    // Some 40 ms on a quiet machine; what grows by the square of the length takes seconds.
    expect(usedMs()).toBeLessThan(1_000);
  });
});
