/** Pages that load beside each other wait beside each other: most of a page's time is waiting. */
const AT_ONCE = 2;

/**
 * Runs the cases of a table some at once, from the first that is asked for on. Answers what gives each its own result; one
 * that is asked for again runs again.
 */
export const runAhead = <Case, Result>(
  cases: readonly Case[],
  run: (one: Case) => Promise<Result>,
): ((one: Case) => Promise<Result>) => {
  let results: Map<Case, Promise<Result>> | undefined;
  const start = (): Map<Case, Promise<Result>> => {
    const lanes = Array.from({ length: AT_ONCE }, (): Promise<unknown> => Promise.resolve());
    return new Map(
      cases.map((one, at) => {
        const lane = at % AT_ONCE;
        const result = (lanes[lane] ?? Promise.resolve()).then(() => run(one));
        lanes[lane] = result.catch(() => undefined);
        return [one, result];
      }),
    );
  };
  return (one) => {
    results ??= start();
    const result = results.get(one) ?? run(one);
    results.delete(one);
    return result;
  };
};
