import { setImmediate } from 'node:timers';
import { pathToFileURL } from 'node:url';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { jest } from '../testing/jest-globals.mjs';
import '../testing/property-seed.mjs';
import { affectedModules, modules } from './mutant-hooks.mjs';
import { mutation } from './switch.mjs';

/** A test or hook hangs when it takes longer than this, and longer than this factor of its time without a mutant. */
const MIN_TIMEOUT_MS = 5_000;
const TIMEOUT_FACTOR = 10;
const HIT_FACTOR = 100;
const MIN_HIT_LIMIT = 10_000;

/** The run in progress: `tests` undefined for all, `durations` in ms by test. */
let wanted = {};
let hasFailed = false;
let strayErrors = [];

const noteStray = (error) => strayErrors.push(String(error?.stack ?? error));
process.on('uncaughtException', noteStray);
process.on('unhandledRejection', noteStray);

const nameOf = (test) => {
  const names = [];
  for (let block = test; block.parent; block = block.parent) names.unshift(block.name);
  return names.join(' ');
};

addEventHandler((event) => {
  const { name, test } = event;
  if (name === 'test_start') {
    const id = nameOf(test);
    if (hasFailed || (wanted.tests && !wanted.tests.includes(id))) test.mode = 'skip';
    const usual = wanted.durations?.[id];
    if (usual !== undefined) test.timeout = Math.max(MIN_TIMEOUT_MS, usual * TIMEOUT_FACTOR);
    mutation.test = id;
  }
  if (name === 'test_done') {
    mutation.test = undefined;
    if (test.errors.length > 0 && wanted.stopsEarly) hasFailed = true;
  }
});

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Runs a test file once; returns its results, or one failure where it could not be loaded. */
const runFile = async (file, given) => {
  wanted = given;
  hasFailed = false;
  strayErrors = [];
  const env = { ...process.env };
  resetState();
  getState().testTimeout = given.stopsEarly ? MIN_TIMEOUT_MS * 2 : 60_000;
  try {
    await import(`${pathToFileURL(file).href}?generation=${modules.generation}`);
    const { testResults, unhandledErrors } = await run();
    await turn();
    const tests = testResults.filter(({ status }) => status !== 'skip' && status !== 'todo');
    const failed = tests.find(({ errors }) => errors.length > 0);
    const errors = [...(failed?.errors ?? []), ...unhandledErrors];
    return { tests, errors, by: failed?.testPath.slice(1).join(' '), strays: strayErrors };
  } catch (error) {
    return { tests: [], errors: [String(error?.stack ?? error)], by: 'loading', strays: strayErrors };
  } finally {
    jest.useRealTimers();
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  }
};

/** A run without a mutant: the mutants that each test reaches. */
const survey = async (file) => {
  // Loaded again, so that this file is known to reach what modules do while they are loaded.
  modules.generation += 1;
  mutation.active = undefined;
  mutation.covered = new Map();
  const startedAt = performance.now();
  const { tests, errors, strays } = await runFile(file, {});
  const covered = [...mutation.covered].map(([id, { hits, tests: names }]) => ({
    id,
    hits,
    tests: names.has(undefined) ? undefined : [...names],
  }));
  mutation.covered = null;
  const durations = Object.fromEntries(tests.map(({ testPath, duration }) => [testPath.slice(1).join(' '), duration]));
  return { covered, durations, ms: performance.now() - startedAt, errors: [...errors, ...strays] };
};

/** Runs the files one after the other until a test fails: `{ status, by }`. */
const judge = async ({ id, hits, plan }) => {
  modules.generation += 1;
  Object.assign(mutation, { active: id, hits: 0, hitLimit: Math.max(MIN_HIT_LIMIT, hits * HIT_FACTOR) });
  process.env.MUTANT = id;
  try {
    for (const { file, tests, durations } of plan) {
      const { errors, by, strays } = await runFile(file, { tests, durations, stopsEarly: true });
      if (mutation.hits > mutation.hitLimit) return { status: 'timeout', by: by ?? file };
      if (errors.length > 0) return { status: 'killed', by };
      if (strays.length > 0) return { status: 'killed', by: 'an error outside of tests', isStray: true };
    }
    return { status: 'survived' };
  } finally {
    mutation.active = undefined;
    delete process.env.MUTANT;
    await turn();
  }
};

process.on('message', async (message) => {
  if (message.survey) process.send(await survey(message.survey));
  else if (message.affected) process.send({ affected: affectedModules() });
  else process.send({ ...(await judge(message)), rssBytes: process.memoryUsage.rss() });
});
process.once('disconnect', () => process.exit(0));
