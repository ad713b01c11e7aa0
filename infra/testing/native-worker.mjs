import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatResultsErrors } from 'jest-message-util';
import { jest } from './jest-globals.mjs';
import { noteProcesses } from './note-processes.mjs';
import { processorTime, processorTimeSince } from './processor-time.mjs';

/** Functions that end what the tests of this process share, such as a browser. */
const AT_END = Symbol.for('quarry.test.atEnd');
/** The fleets that the tests of a file use, as testkit knows them; absent until the first one. */
const FLEETS = Symbol.for('quarry.test.fleets');
/** Time for a rejection to get a handler. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const AS_STATUS = { skip: 'pending', todo: 'todo' };

const rejections = new Map();
const reportError = (error) => {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push(error instanceof Error ? error : new Error(String(error)));
};
process.on('uncaughtException', reportError);
process.on('unhandledRejection', (error, promise) => rejections.set(promise, error));
process.on('rejectionHandled', (promise) => rejections.delete(promise));

const settleRejections = async () => {
  if (rejections.size > 0) await nextTurn();
  const errors = [...rejections.values()];
  rejections.clear();
  return errors;
};

addEventHandler(async (event) => {
  if (event.name === 'test_start') jestExpect.setState({ currentTestName: namesOf(event.test).join(' ') });
  if (event.name === 'test_done') {
    const { suppressedErrors = [] } = jestExpect.getState();
    jestExpect.setState({ suppressedErrors: [] });
    const missing = jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error);
    event.test.errors.push(...suppressedErrors, ...missing, ...(await settleRejections()));
    if (event.test.errors.length > 0) event.test.errors.push(...fleetLogs(event.test.startedAt));
  }
});

/** The log lines of fleets during a failed test, as one more message of it; none where there are none. */
const fleetLogs = (sinceMs) => {
  const lines = globalThis[FLEETS]?.logsSince(sinceMs) ?? [];
  if (lines.length === 0) return [];
  const message = `The fleet logged meanwhile:\n${lines.join('\n')}`;
  return [Object.assign(new Error(message), { stack: message })];
};

const namesOf = (test) => {
  const names = [];
  for (let block = test; block.parent; block = block.parent) names.unshift(block.name);
  return names;
};

const assertionResult = ({ testPath, status, errors, errorsDetailed, duration, startedAt, ...rest }) => {
  const [, ...names] = testPath;
  return {
    ancestorTitles: names.slice(0, -1),
    title: names.at(-1),
    fullName: names.join(' '),
    status: AS_STATUS[status] ?? (errors.length > 0 ? 'failed' : 'passed'),
    failureMessages: errors,
    failureDetails: errorsDetailed,
    duration,
    startAt: startedAt,
    failing: rest.failing,
    invocations: rest.invocations,
    location: rest.location,
    numPassingAsserts: rest.numPassingAsserts,
    retryReasons: [],
  };
};

const SNAPSHOT = {
  added: 0,
  fileDeleted: false,
  matched: 0,
  unchecked: 0,
  uncheckedKeys: [],
  unmatched: 0,
  updated: 0,
};

const toTestResult = ({ path, results, unhandled, start, times, projectConfig, globalConfig }) => {
  const end = Date.now();
  const count = (wanted) => results.filter(({ status }) => status === wanted).length;
  const failureMessage = formatResultsErrors(results, projectConfig, globalConfig, path);
  const execError = unhandled.length > 0 ? { message: '', stack: unhandled.join('\n') } : undefined;
  return {
    failureMessage: [failureMessage, ...unhandled].filter(Boolean).join('\n') || null,
    leaks: false,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    openHandles: [],
    perfStats: { start, end, runtime: end - start, slow: false, ...times },
    skipped: false,
    snapshot: { ...SNAPSHOT },
    testExecError: execError,
    testFilePath: path,
    testResults: results,
  };
};

/** Restores environment, umask, timers and mocks after a test file. */
const restorer = () => {
  const env = { ...process.env };
  const umask = process.umask();
  return () => {
    process.umask(umask);
    jest.useRealTimers();
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  };
};

noteProcesses();

let hasSetUp = false;
const setUp = async ({ setupFiles, setupFilesAfterEnv }) => {
  if (hasSetUp) return;
  hasSetUp = true;
  for (const file of [...setupFiles, ...setupFilesAfterEnv]) await import(pathToFileURL(file).href);
};

const runFile = async ({ path, globalConfig, projectConfig }) => {
  await setUp(projectConfig);
  const start = Date.now();
  const used = processorTime();
  const restore = restorer();
  resetState();
  const state = getState();
  state.testTimeout = projectConfig.testTimeout ?? globalConfig.testTimeout ?? state.testTimeout;
  if (globalConfig.testNamePattern) state.testNamePattern = new RegExp(globalConfig.testNamePattern, 'i');
  jestExpect.setState({ testPath: path, suppressedErrors: [], expand: globalConfig.expand });
  try {
    const startedAt = performance.now();
    await import(pathToFileURL(path).href);
    const loadMs = performance.now() - startedAt;
    const { testResults, unhandledErrors } = await run();
    const late = (await settleRejections()).map((error) => error?.stack ?? String(error));
    return toTestResult({
      path,
      start,
      results: testResults.map(assertionResult),
      unhandled: [...unhandledErrors, ...late],
      times: { ...processorTimeSince(used), loadMs },
      projectConfig,
      globalConfig,
    });
  } finally {
    restore();
    globalThis[FLEETS]?.leave();
  }
};

const asPlain = (error) => ({
  message: error?.message ?? String(error),
  stack: error?.stack ?? String(error),
  type: error?.name ?? 'Error',
  code: error?.code,
});

const end = async () => {
  for (const close of (globalThis[AT_END] ?? []).reverse()) {
    await Promise.resolve()
      .then(close)
      .catch((error) => process.stderr.write(`at the end of a test process: ${error?.stack ?? error}\n`));
  }
  process.exit(0);
};

process.on('message', (message) => {
  if (message.end) return void end();
  runFile(message).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: asPlain(error) }),
  );
});
process.once('disconnect', () => void end());
