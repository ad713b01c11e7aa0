/** What the runner of the tests calls before their process ends, also where a run is broken off. */
const AT_END = Symbol.for('quarry.test.atEnd');

/** Has something that a test started end with its process at the latest; `end` may be called when it has ended already. */
export const endWithProcess = (end: () => Promise<unknown>): void => {
  const holder = globalThis as { [AT_END]?: (() => Promise<unknown>)[] };
  (holder[AT_END] ??= []).push(end);
};
