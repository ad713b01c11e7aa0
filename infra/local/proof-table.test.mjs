import { describe, expect, it } from '@jest/globals';
import { fileLines, proofTable } from './proof-table.mjs';

describe('proofTable', () => {
  it('sets texts to the left and figures to the right', () => {
    const lines = [
      { name: 'store: sqlite', cases: 12_000, failures: 0, seconds: 3.25, note: '400 crashes' },
      { name: 'mongo', cases: 7, failures: 1, seconds: 10 },
    ];
    expect(proofTable(lines)).toBe(
      [
        'what            cases  failures  seconds  note',
        'store: sqlite  12,000         0      3.3  400 crashes',
        'mongo               7         1     10.0',
      ].join('\n'),
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
