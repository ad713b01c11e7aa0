import { describe, expect, it } from '@jest/globals';
import { sampleOf } from './instrument.mjs';
import { scoreOf, scoreTable, survivorLine } from './mutation-report.mjs';

const of = (...statuses) => statuses.map((status) => ({ status }));

describe('the report of mutants', () => {
  it('scores those that some test notices', () => {
    const score = scoreOf('a', of('killed', 'killed', 'timeout', 'survived', 'uncovered'));
    expect(score).toEqual({ name: 'a', mutants: 5, killed: 2, timeout: 1, survived: 1, uncovered: 1, score: 0.6 });
    expect(scoreOf('none', []).score).toBe(0);
  });

  it('is a table with a line for each part', () => {
    const lines = scoreTable([scoreOf('a part', of('killed', 'survived'))]).split('\n');
    expect(lines[0]).toMatch(/^part +mutants +killed +timeout +survived +uncovered +score$/);
    expect(lines[1]).toMatch(/^a part +2 +1 +0 +1 +0 +0\.500$/);
  });

  it('shows a survivor from shortly before where it differs', () => {
    const mutant = {
      file: 'a.ts',
      line: 2,
      column: 3,
      mutator: 'Regex',
      before: `/${'x'.repeat(90)}b/`,
      after: `/${'x'.repeat(90)}c/`,
    };
    expect(survivorLine({ ...mutant, status: 'survived' })).toBe(
      `a.ts:2:3 Regex: …${'x'.repeat(25)}b/ → …${'x'.repeat(25)}c/`,
    );
    expect(survivorLine({ ...mutant, before: 'a\n  && b', after: 'true', status: 'uncovered' })).toBe(
      'a.ts:2:3 no test comes by: Regex: a && b → true',
    );
  });
});

it('a sample is the same for the same seed, in the order of the sources', () => {
  const mutants = Array.from({ length: 100 }, (_, line) => ({ file: 'a.ts', line, column: 1, after: 'x' }));
  const lines = (count, seed) => sampleOf(mutants, count, seed).map(({ line }) => line);
  expect(lines(10, '1')).toEqual(lines(10, '1'));
  expect(lines(10, '1')).toHaveLength(10);
  expect(lines(10, '1')).not.toEqual(lines(10, '2'));
  expect(lines(10, '1')).toEqual([...lines(10, '1')].sort((one, other) => one - other));
  expect(lines(undefined, '1')).toHaveLength(100);
});
