import { describe, expect, it } from '@jest/globals';
import { brokenReport, countTests, exitCodeOf, failureNames, skippedTests, summaryLine } from './test-report.mjs';

const jest = {
  numPassedTests: 10,
  numFailedTests: 2,
  numRuntimeErrorTestSuites: 1,
  numPendingTests: 3,
  numTodoTests: 1,
  testResults: [
    {
      name: '/root/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'a does' },
        { status: 'passed', fullName: 'a is' },
        { status: 'pending', fullName: 'a may' },
      ],
    },
    { name: '/root/b.test.ts', status: 'failed', assertionResults: [] },
    {
      name: '/root/c.test.ts',
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'c' }],
    },
  ],
};

describe('the report of npm test', () => {
  it('counts tests, files that could not be run, checks and what was left out', () => {
    const checks = [{ isOk: true }, { isOk: false }];
    expect(countTests({ jest, checks, skippedFiles: 2 })).toEqual({
      passed: 11,
      failed: 4,
      skipped: 6,
      ran: 12,
    });
  });

  it('says how many were skipped only when some were', () => {
    expect(summaryLine({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed');
    expect(summaryLine({ passed: 5, failed: 1, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped');
  });

  it('fails on any failure and on nothing at all', () => {
    expect(exitCodeOf({ failed: 0, ran: 1 })).toBe(0);
    expect(exitCodeOf({ failed: 1, ran: 1 })).toBe(1);
    expect(exitCodeOf({ failed: 0, ran: 0 })).toBe(1);
  });

  it('names each failure and each file with skipped tests', () => {
    expect(failureNames({ jest, root: '/root' })).toEqual(['a.test.ts: a does', 'b.test.ts: could not be run']);
    expect(skippedTests({ jest, root: '/root' })).toEqual([{ name: 'a.test.ts', count: 1 }]);
  });

  it('counts a run without a report as a failure', () => {
    const broken = brokenReport('jest ended with code 134');
    expect(countTests({ jest: broken, checks: [{ isOk: true }], skippedFiles: 0 })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      ran: 0,
    });
    expect(failureNames({ jest: broken, root: '/root' })).toEqual(['jest ended with code 134: could not be run']);
  });
});
