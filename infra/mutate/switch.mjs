import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Which mutant of the instrumented sources is active, and which of them a run reached. One state per thread; a thread gets its
 * mutant by the environment, and reports its hits by a file.
 */
const { MUTANT, MUTANT_HITS_FILE } = process.env;

export const mutation = {
  /** Id of the active mutant. */
  active: isMainThread ? undefined : MUTANT,
  hits: 0,
  hitLimit: Number.POSITIVE_INFINITY,
  /** The current test; undefined while modules are loaded. */
  test: undefined,
  /** Hits by mutant, and for each the tests that reached it; `undefined` for a hit outside of tests. Null where not recorded. */
  covered: null,
};

const told = new Set();
const tell = (id) => {
  if (told.has(id) || !MUTANT_HITS_FILE) return;
  told.add(id);
  appendFileSync(MUTANT_HITS_FILE, `${id}\n`);
};

/** The instrumenter calls this before code that may be mutated. */
export const stryCov_9fa48 = (...ids) => {
  if (!isMainThread) return ids.forEach(tell);
  const { covered, test } = mutation;
  if (covered === null) return;
  for (const id of ids) {
    const seen = covered.get(id) ?? { hits: 0, tests: new Set() };
    seen.hits += 1;
    seen.tests.add(test);
    covered.set(id, seen);
  }
};

/** The instrumenter asks whether a mutant is active. Too many questions mean an endless loop. */
export const stryMutAct_9fa48 = (id) => {
  if (mutation.active !== id) return false;
  mutation.hits += 1;
  if (mutation.hits > mutation.hitLimit) throw new Error('the mutant loops without end');
  return true;
};
