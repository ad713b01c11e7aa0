import { describe, expect, it } from '@jest/globals';
import { fileLines, proofTable, replaceRows, resultMarkdown, resultTable, rewritePage } from './proof-table.mjs';

const LINES = [
  { name: 'store: sqlite', cases: 12_000, failures: 0, seconds: 3.25, note: '400 crashes' },
  { name: 'mongo', cases: 7, failures: 1, seconds: 10 },
];
const RESULTS = [
  { name: 'money', what: 'tests', cases: 9, failures: 1, seconds: 14, note: '', lines: LINES },
  { name: 'images', what: 'left out', cases: 0, failures: 0, seconds: 0, note: 'needs a | b', lines: [] },
];

describe('proofTable', () => {
  it('aligns texts left and figures right', () => {
    expect(proofTable(LINES)).toBe(
      [
        'what            cases  failures  seconds  note',
        'store: sqlite  12,000         0      3.3  400 crashes',
        'mongo               7         1     10.0',
      ].join('\n'),
    );
  });
});

describe('the table of several proofs', () => {
  it('has a line for each as a whole, and then its own lines', () => {
    expect(resultTable(RESULTS)).toBe(
      [
        'proof   what            cases  failures  seconds  note',
        'money   tests               9         1     14.0',
        '        store: sqlite  12,000         0      3.3  400 crashes',
        '        mongo               7         1     10.0',
        'images  left out            0         0      0.0  needs a | b',
      ].join('\n'),
    );
  });

  it('is the same in Markdown, between the marks of its page', () => {
    const page = 'Before.\n<!-- proofs -->\nold $&\n<!-- end of proofs -->\nAfter.\n';
    expect(rewritePage(page, resultMarkdown(RESULTS))).toBe(
      [
        'Before.',
        '<!-- proofs -->',
        '| Proof | What | Cases | Failures | Seconds | Note |',
        '| --- | --- | ---: | ---: | ---: | --- |',
        '| money | tests | 9 | 1 | 14.0 |  |',
        '|  | store: sqlite | 12,000 | 0 | 3.3 | 400 crashes |',
        '|  | mongo | 7 | 1 | 10.0 |  |',
        '| images | left out | 0 | 0 | 0.0 | needs a \\| b |',
        '<!-- end of proofs -->',
        'After.\n',
      ].join('\n'),
    );
    expect(() => rewritePage('no marks', '')).toThrow('no place for the proofs');
  });
});

describe('a table of which some proofs were run again', () => {
  const page = rewritePage('<!-- proofs -->\n<!-- end of proofs -->\n', `A whole run.\n\n${resultMarkdown(RESULTS)}`);

  it('has their new rows in the place of the old ones, and says so', () => {
    const again = { ...RESULTS[0], failures: 0, lines: [{ name: 'mongo', cases: 8, failures: 0, seconds: 9 }] };
    expect(replaceRows(page, [again], 'Run again: money.').split('\n')).toEqual([
      '<!-- proofs -->',
      'A whole run.',
      'Run again: money.',
      '',
      '| Proof | What | Cases | Failures | Seconds | Note |',
      '| --- | --- | ---: | ---: | ---: | --- |',
      '| money | tests | 9 | 0 | 14.0 |  |',
      '|  | mongo | 8 | 0 | 9.0 |  |',
      '| images | left out | 0 | 0 | 0.0 | needs a \\| b |',
      '<!-- end of proofs -->',
      '',
    ]);
  });

  it('has to exist', () => {
    expect(() => replaceRows('<!-- proofs -->\nno table\n<!-- end of proofs -->', RESULTS, '')).toThrow(
      'a whole run first',
    );
  });
});

describe('fileLines', () => {
  it('counts the tests of each file that ran', () => {
    const file = (name, ...statuses) => ({
      ...{ name: `/root/${name}`, startTime: 1_000, endTime: 3_500 },
      assertionResults: statuses.map((status) => ({ status })),
    });
    const jest = { testResults: [file('a.test.ts', 'passed', 'failed', 'pending'), file('b.test.ts', 'pending')] };
    expect(fileLines({ jest, root: '/root' })).toEqual([{ name: 'a.test.ts', cases: 2, failures: 1, seconds: 2.5 }]);
  });
});
