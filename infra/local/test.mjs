import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from './environment.mjs';
import { runMain } from './progress.mjs';
import { ROOT, setUp } from './setup.mjs';
import { countTests, exitCodeOf, failureNames, skippedTests, summaryLine } from './test-report.mjs';
import { verify } from './verify.mjs';

const JEST = 'node_modules/jest/bin/jest.js';
const NOTHING = {
  numPassedTests: 0,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};

/** Test files that start something are known by their name, and what they start by the words they use. */
const STARTS_SOMETHING = /\.int\.test\.|\/e2e\//;
const WORDS = { REDIS_SERVER: /redis|queue|startFleet/i, CHROMIUM_PATH: /chromium|browser|startFleet/i };
const TEST_FILE = /\.test\.(ts|mjs)$/;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist']);

const testFiles = (folder) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : testFiles(name);
    return TEST_FILE.test(entry.name) ? [name] : [];
  });

/** The test files that cannot run without the programs that are missing. */
const filesWithout = (missing) => {
  const words = missing.map(({ setting }) => WORDS[setting]);
  return ['packages', 'services', 'infra'].flatMap(testFiles).filter((file) => {
    if (words.length === 0 || !STARTS_SOMETHING.test(file)) return false;
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return words.some((word) => word.test(text));
  });
};

const runJest = async ({ node, tools, ignored, args }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-test-'));
  const report = path.join(folder, 'jest.json');
  const ignore = ignored.flatMap((file) => ['--testPathIgnorePatterns', `/${file.replaceAll('.', '\\.')}$`]);
  const jestArgs = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', JEST, '--json'];
  const env = { ...withPathFirst(cleanEnvironment(process.env), path.dirname(node)), ...tools };
  try {
    const code = await new Promise((resolve, reject) => {
      const child = spawn(node, [...jestArgs, `--outputFile=${report}`, ...ignore, ...args], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      child.once('error', reject);
      child.once('exit', (exitCode) => resolve(exitCode ?? 1));
    });
    try {
      return JSON.parse(readFileSync(report, 'utf8'));
    } catch {
      console.log(`✗ jest ended with code ${code} and without results`);
      return { ...NOTHING, numRuntimeErrorTestSuites: 1 };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runMain(async () => {
  const { node, tools, missing } = await setUp();
  const checks = await verify({ node });
  console.log('\nTests');
  const ignored = filesWithout(missing);
  const jest = await runJest({ node, tools, ignored, args: process.argv.slice(2) });
  const counts = countTests({ jest, checks, skippedFiles: ignored.length });
  console.log('');
  for (const { line } of missing) console.log(`! ${line}`);
  for (const file of ignored) console.log(`! ${file}: skipped, it needs what is missing`);
  for (const { name, count } of skippedTests({ jest, root: ROOT })) console.log(`! ${name}: ${count} skipped`);
  for (const name of failureNames({ jest, root: ROOT })) console.log(`✗ ${name}`);
  for (const { name } of checks.filter(({ isOk }) => !isOk)) console.log(`✗ check: ${name}`);
  console.log(summaryLine(counts));
  return exitCodeOf(counts);
});
