import { describe, expect, it } from '@jest/globals';
import { brokenReport } from '../test/test-report.mjs';
import { chooseSuites, judgeOutput, judgeReport } from './run-proof.mjs';

const file = (...statuses) => ({
  ...{ name: '/root/a.test.ts', status: statuses.includes('failed') ? 'failed' : 'passed', startTime: 0, endTime: 500 },
  assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
});
const report = (...statuses) => ({
  numPassedTests: statuses.filter((status) => status === 'passed').length,
  numFailedTests: statuses.filter((status) => status === 'failed').length,
  testResults: [file(...statuses)],
});
const judge = (parts) =>
  judgeReport('money', { jest: report('passed'), recorded: [], missing: [], seconds: 2, root: '/root', ...parts });

describe('the result of a proof’s suites', () => {
  it('is kept when all passed, with the lines that they recorded or one for each file', () => {
    const recorded = [{ name: 'histories', cases: 500, failures: 0, seconds: 1 }];
    expect(judge({ recorded })).toMatchObject({ cases: 1, failures: 0, problems: [], lines: recorded });
    expect(judge({}).lines).toEqual([{ name: 'a.test.ts', cases: 1, failures: 0, seconds: 0.5 }]);
  });

  it('says how many were skipped', () => {
    expect(judge({ jest: report('passed', 'pending') })).toMatchObject({ failures: 0, note: '1 skipped' });
  });

  it.each([
    ['a failed test', { jest: report('passed', 'failed') }, 'a.test.ts: test 1'],
    [
      'a line with failures',
      { recorded: [{ name: 'x', cases: 9, failures: 2, seconds: 1 }] },
      '2 failures in the lines of the tests',
    ],
    ['no test at all', { jest: { ...report(), testResults: [] } }, 'no test was run'],
    ['a server that could not be had', { missing: ['MongoDB server: none'] }, 'MongoDB server: none'],
    ['a run without a report', { jest: brokenReport('jest ended') }, 'jest ended: could not be run'],
  ])('is broken by %s', (_, parts, problem) => {
    const { failures, problems } = judge(parts);
    expect(problems).toContain(problem);
    expect(failures).toBeGreaterThan(0);
  });
});

it('runs the suites that are named, all without a name, and leaves the rest to jest', () => {
  const suites = ['test/a.test.ts', 'test/b.test.ts'];
  expect(chooseSuites(suites, ['b', '-t', 'name'])).toEqual({ suites: ['test/b.test.ts'], flags: ['-t', 'name'] });
  expect(chooseSuites(suites, [])).toEqual({ suites, flags: [] });
  expect(() => chooseSuites(suites, ['c'])).toThrow('No suite of this proof is named c');
});

describe('the result of a proof’s program', () => {
  const judged = (lines, code) => judgeOutput('images', { output: `${lines.join('\n')}\n`, code, seconds: 1 });

  it('is counted by the marks of its lines', () => {
    expect(judged(['Building', '  ✓ one', '  ✓ two', '  ! no linter; left out'], 0)).toMatchObject({
      ...{ cases: 2, failures: 0, problems: [], note: 'no linter; left out' },
    });
  });

  it('is broken by a line that says so, or by its exit code alone', () => {
    expect(judged(['  ✓ one', '  ✗ two'], 1)).toMatchObject({ cases: 2, failures: 1, problems: ['two'] });
    expect(judged(['  ✓ one'], 3)).toMatchObject({ failures: 1, problems: ['it ended with code 3'] });
  });
});
