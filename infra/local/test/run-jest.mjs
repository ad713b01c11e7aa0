import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from '../host/environment.mjs';
import { openTestHost } from '../../testing/open-test-host.mjs';
import { runAttached } from '../host/run-attached.mjs';
import { runOrFail } from '../host/run-command.mjs';
import { ROOT } from '../setup/setup.mjs';
import { brokenReport } from './test-report.mjs';

const JEST = 'node_modules/jest/bin/jest.js';
/** Cache of compiled code for all processes of the tests. */
const NODE_COMPILE_CACHE = path.join(ROOT, '.toolchain', 'compile-cache');
const NEVER_TESTS = ['/node_modules/', '/dist/'];
/** Suites that measure; only a proof runs them. */
const MEASURES = '\\.proof\\.test\\.';
/** A test chooses its stores itself: tests must not write to the stores of the user's own fleet. */
const PARTS = /^(MONGODB_URI|S3_.*)$/;

const withoutParts = (env) => Object.fromEntries(Object.entries(env).filter(([name]) => !PARTS.test(name)));

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const jestCommand = ({ folders, args, ignored = [], env = {} }) => {
  const patterns = [
    ...[...NEVER_TESTS, ...(env.PROOF === 'long' ? [] : [MEASURES])],
    ...ignored.map((file) => `/${file.replaceAll('.', '\\.')}$`),
  ];
  return [
    JEST,
    // First, as jest takes words behind an option with a list as further values of it.
    ...args,
    '--passWithNoTests',
    ...['--roots', ...folders.map((name) => path.join(ROOT, name))],
    ...patterns.flatMap((pattern) => ['--testPathIgnorePatterns', pattern]),
  ];
};

/** The test files that `runJest` would run. */
export const listTests = async ({ node, folders, args }) => {
  const options = { cwd: ROOT, env: withPathFirst(cleanEnvironment(process.env), path.dirname(node)) };
  const command = jestCommand({ folders, args: [...args, '--listTests'] });
  const listed = await runOrFail('The tests could not be listed', node, command, options);
  return listed.split('\n').filter(Boolean);
};

/**
 * Runs jest on some folders; returns its report, or one without tests when it made none. `env` is added to the environment
 * of the tests, `ignored` are files that are left out.
 */
export const runJest = async ({ node, env, folders, args, ignored = [], output = ['ignore', 'inherit'] }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-test-'));
  const report = path.join(folder, 'jest.json');
  const jestArgs = jestCommand({ folders, args: [...args, '--json', `--outputFile=${report}`], ignored, env });
  const own = {
    ...withPathFirst(withoutParts(cleanEnvironment(process.env)), path.dirname(node)),
    NODE_COMPILE_CACHE,
    ...env,
  };
  const host = await openTestHost({ node, env: own });
  try {
    const options = { cwd: ROOT, env: { ...own, ...host.env }, stdio: ['ignore', ...output] };
    const code = await runAttached(node, jestArgs, options);
    return readReport(report) ?? brokenReport(`jest ended with code ${code} and without results`);
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
