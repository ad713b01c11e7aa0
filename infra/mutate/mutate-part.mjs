import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf, instrument, sampleOf } from './instrument.mjs';
import { createJudge } from './judges.mjs';

const SURVEY_TIMEOUT_MS = 600_000;
/** Timeout of a run with a mutant: this, and a factor of its time without. */
const MIN_LIMIT_MS = 20_000;
const LIMIT_FACTOR = 10;
const PROGRESS_EVERY = 100;

const readHits = (file) => {
  try {
    return [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))];
  } catch {
    return [];
  }
};

/** Runs every test file without a mutant: the mutants that it reaches, in this thread and in others. */
const surveyFiles = async ({ root, tests, judge, folder, hitsFile }) => {
  const surveys = [];
  for (const file of tests) {
    rmSync(hitsFile, { force: true });
    const answer = await judge.ask({ survey: path.join(root, file) }, SURVEY_TIMEOUT_MS);
    const errors = answer?.errors ?? ['it did not end'];
    if (errors.length > 0) throw new Error(`${file} fails without any mutant\n${errors.join('\n')}`);
    surveys.push({ file: path.join(root, file), ...answer, inThreads: new Set(readHits(hitsFile)) });
  }
  const { affected } = await judge.ask({ affected: true }, SURVEY_TIMEOUT_MS);
  writeFileSync(path.join(folder, 'affected.json'), JSON.stringify(affected));
  return surveys.sort((one, other) => one.ms - other.ms);
};

/** The test files that reach a mutant, quickest first, each with the tests that do. */
const planFor = ({ id }, surveys) =>
  surveys.flatMap(({ file, covered, durations, inThreads, ms }) => {
    const seen = covered.find((one) => one.id === id);
    if (!seen && !inThreads.has(id)) return [];
    const isWhole = inThreads.has(id) || seen.tests === undefined;
    const took = isWhole ? ms : seen.tests.reduce((sum, name) => sum + (durations[name] ?? 0), 0);
    return [{ file, durations, hits: seen?.hits ?? 0, tests: isWhole ? undefined : seen.tests, ms: took }];
  });

/**
 * Mutates one part; returns its mutants, each with a `status` (`killed`, `timeout`, `survived`, or `uncovered` where no test
 * reaches it) and the test that failed.
 */
export const mutatePart = async ({ root, node, env, part, folder, sample, seed, processes, say = () => {} }) => {
  const all = await instrument({ root, part, folder });
  const tests = filesOf(root, part.tests);
  const hitsFile = path.join(folder, 'hits');
  const told = { ...env, MUTANTS_FOLDER: folder };
  const scout = createJudge({ node, env: { ...told, MUTANT_HITS_FILE: hitsFile } });
  const surveys = await surveyFiles({ root, tests, judge: scout, folder, hitsFile }).finally(scout.end);
  const waiting = [...sampleOf(all, sample, seed)];
  const seconds = surveys.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  say(`${waiting.length} of ${all.length} mutants; ${tests.length} test files take ${seconds.toFixed(0)} s`);
  const judged = [];
  const judgeOne = async (judge, mutant) => {
    const plan = planFor(mutant, surveys);
    if (plan.length === 0) return { ...mutant, status: 'uncovered' };
    const limitMs = MIN_LIMIT_MS + LIMIT_FACTOR * plan.reduce((sum, { ms }) => sum + ms, 0);
    const message = { id: mutant.id, hits: Math.max(...plan.map(({ hits }) => hits)), plan };
    const answer = (await judge.ask(message, limitMs)) ?? { status: 'timeout' };
    // A leftover of another mutant may have caused the failure: a new process has none.
    if (answer.isStray) {
      judge.end();
      return { ...mutant, ...((await judge.ask(message, limitMs)) ?? { status: 'timeout' }) };
    }
    return { ...mutant, ...answer };
  };
  const work = async () => {
    const judge = createJudge({ node, env: told });
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const result = await judgeOne(judge, mutant);
      judged.push(result);
      if (judged.length % PROGRESS_EVERY === 0) say(`${judged.length} judged`);
    }
    judge.end();
  };
  await Promise.all(Array.from({ length: processes }, work));
  return judged.sort((one, other) => Number(one.id) - Number(other.id));
};
