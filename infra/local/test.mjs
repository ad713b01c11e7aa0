import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from './environment.mjs';
import { onInterrupt } from './interrupt.mjs';
import { describeFailure, runMain } from './progress.mjs';
import { ROOT, setUp } from './setup.mjs';
import {
  brokenReport,
  countTests,
  exitCodeOf,
  failureNames,
  mergeReports,
  skippedTests,
  summaryLine,
} from './test-report.mjs';
import { verify } from './verify.mjs';

const JEST = 'node_modules/jest/bin/jest.js';
/** Tests beside the sources share the machine; those of the whole fleet measure it, and have it to themselves. */
const RUNS = [
  { folders: ['packages', 'services', 'infra'], args: [] },
  { folders: ['test'], args: ['--runInBand'] },
];
const NEVER_TESTS = ['/node_modules/', '/dist/'];

/** Test files that start something are known by their name, and what they start by the words they use. */
const STARTS_SOMETHING = /\.int\.test\.|^test\//;
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
  const folders = RUNS.flatMap((run) => run.folders).filter((folder) => existsSync(path.join(ROOT, folder)));
  return folders.flatMap(testFiles).filter((file) => {
    if (words.length === 0 || !STARTS_SOMETHING.test(file)) return false;
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return words.some((word) => word.test(text));
  });
};

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Runs jest on some folders; answers its report, or one without tests when it could not make any. */
const runJest = async ({ node, tools, ignored, folders, args }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-test-'));
  const report = path.join(folder, 'jest.json');
  const patterns = [...NEVER_TESTS, ...ignored.map((file) => `/${file.replaceAll('.', '\\.')}$`)];
  const jestArgs = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    JEST,
    // First, as jest takes words behind an option with a list as further values of it.
    ...args,
    '--passWithNoTests',
    ...['--json', `--outputFile=${report}`],
    ...['--roots', ...folders.map((name) => path.join(ROOT, name))],
    ...patterns.flatMap((pattern) => ['--testPathIgnorePatterns', pattern]),
  ];
  const env = { ...withPathFirst(cleanEnvironment(process.env), path.dirname(node)), ...tools };
  try {
    const code = await new Promise((resolve, reject) => {
      const child = spawn(node, jestArgs, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
      onInterrupt((signal) => child.kill(signal));
      child.once('error', reject);
      child.once('exit', (exitCode) => resolve(exitCode ?? 1));
    });
    return readReport(report) ?? brokenReport(`jest ended with code ${code} and without results`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const main = async () => {
  const { node, tools, missing } = await setUp();
  const checks = await verify({ node });
  console.log('\nTests');
  const ignored = filesWithout(missing);
  const reports = [];
  for (const { folders, args } of RUNS) {
    const present = folders.filter((folder) => existsSync(path.join(ROOT, folder)));
    if (present.length === 0) continue;
    reports.push(await runJest({ node, tools, ignored, folders: present, args: [...process.argv.slice(2), ...args] }));
  }
  const jest = mergeReports(reports);
  const counts = countTests({ jest, checks, skippedFiles: ignored.length });
  console.log('');
  for (const { line } of missing) console.log(`! ${line}`);
  for (const file of ignored) console.log(`! ${file}: skipped, it needs what is missing`);
  for (const { name, count } of skippedTests({ jest, root: ROOT })) console.log(`! ${name}: ${count} skipped`);
  for (const name of failureNames({ jest, root: ROOT })) console.log(`✗ ${name}`);
  for (const { name } of checks.filter(({ isOk }) => !isOk)) console.log(`✗ check: ${name}`);
  console.log(summaryLine(counts));
  return exitCodeOf(counts);
};

await runMain(async () => {
  try {
    return await main();
  } catch (error) {
    console.log(describeFailure(error));
    console.log(summaryLine({ passed: 0, failed: 1, skipped: 0 }));
    return 1;
  }
});
