const listOf = (counts) =>
  Object.entries(counts)
    .map((entry) => entry.reverse().join(' x '))
    .join(', ');

export const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

/** The line of the table. A run that did not happen or was cut off is a failure. */
export const summaryOf = (run) => {
  if (run?.counts.statuses === undefined) return { cases: 0, failures: 1, note: 'the tool did not run' };
  const { statuses, accepted, sentAgain, unexpected, networkErrors } = run.counts;
  return {
    cases: sum(statuses),
    failures:
      run.failures.length + run.errors.length + unexpected.length + networkErrors.length + (run.complete ? 0 : 1),
    note: [
      ...(run.complete ? [] : [run.code === 124 ? 'CUT OFF, out of time' : 'CUT OFF']),
      `5xx beside the contract ${unexpected.length}`,
      `statuses ${listOf(statuses)}`,
      `taken for right: ${listOf(accepted)}`,
      `sent again: ${listOf(sentAgain)}`,
    ].join('; '),
  };
};
