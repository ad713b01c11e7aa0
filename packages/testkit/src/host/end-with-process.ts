/** Functions that the runner of the tests calls before their process ends, also when a run is aborted. */
const AT_END = Symbol.for('quarry.test.atEnd');

/** Ends something that a test started with its process at the latest; `end` may be called after it has ended. */
export const endWithProcess = (end: () => Promise<unknown>): void => {
  const holder = globalThis as { [AT_END]?: (() => Promise<unknown>)[] };
  (holder[AT_END] ??= []).push(end);
};
