const COUNTS = ['numPassedTests', 'numFailedTests', 'numRuntimeErrorTestSuites', 'numPendingTests', 'numTodoTests'];

/** The report of a run of jest that wrote none: one failure with a name. */
export const brokenReport = (reason) => ({
  ...Object.fromEntries(COUNTS.map((name) => [name, 0])),
  numRuntimeErrorTestSuites: 1,
  testResults: [{ name: reason, status: 'failed', assertionResults: [] }],
});

/** Counts of jest's results: a file that could not be run is one failure, as it has no tests to count. */
export const countTests = ({ jest, checks, skippedFiles }) => ({
  passed: jest.numPassedTests + checks.filter(({ isOk }) => isOk).length,
  failed: jest.numFailedTests + jest.numRuntimeErrorTestSuites + checks.filter(({ isOk }) => !isOk).length,
  skipped: jest.numPendingTests + jest.numTodoTests + skippedFiles,
  /** Tests without checks. */
  ran: jest.numPassedTests + jest.numFailedTests,
});

/** The last line of a run: `N passed, N failed`, and `, N skipped` where something was skipped. */
export const summaryLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A run without a single test fails. */
export const exitCodeOf = ({ failed, ran }) => (failed > 0 || ran === 0 ? 1 : 0);

/** Every failed test by its full name, and every file that could not be run. */
export const failureNames = ({ jest, root }) =>
  jest.testResults.flatMap((file) => {
    const name = file.name.replace(`${root}/`, '');
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0) return [`${name}: could not be run`];
    return failed.map(({ fullName }) => `${name}: ${fullName}`);
  });

/** How many tests each file skipped. */
export const skippedTests = ({ jest, root }) =>
  jest.testResults
    .map((file) => ({
      name: file.name.replace(`${root}/`, ''),
      count: file.assertionResults.filter(({ status }) => status === 'pending' || status === 'todo').length,
    }))
    .filter(({ count }) => count > 0);
