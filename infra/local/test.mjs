import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startTestServers } from '../test-servers/start-test-servers.mjs';
import { createProgress, describeFailure, runMain } from './progress.mjs';
import { runJest } from './run-jest.mjs';
import { ROOT, setUp } from './setup.mjs';
import {
  countTests,
  exitCodeOf,
  failureNames,
  mergeReports,
  secondTries,
  skippedTests,
  summaryLine,
} from './test-report.mjs';
import { verify } from './verify.mjs';

/** These press a fleet to its limits or measure it, and have the machine to themselves. */
const ALONE = ['test/batch/', 'test/fleet/replicas.test.ts'];
const isAlone = (file) => ALONE.some((start) => file.startsWith(start));

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

const WHOLE = testFiles('test');
const RUNS = [
  { folders: ['packages', 'services', 'bench', 'infra', 'k8s'], left: [], args: [] },
  { folders: ['test'], left: WHOLE.filter(isAlone), args: [] },
  { folders: ['test'], left: WHOLE.filter((file) => !isAlone(file)), args: ['--runInBand'] },
];

/** The test files that cannot run without the programs that are missing. */
const filesWithout = (missing) => {
  const words = missing.map(({ setting }) => WORDS[setting]);
  const folders = new Set(RUNS.flatMap((run) => run.folders));
  return [...folders].flatMap(testFiles).filter((file) => {
    if (words.length === 0 || !STARTS_SOMETHING.test(file)) return false;
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return words.some((word) => word.test(text));
  });
};

const main = async () => {
  const { node, tools, missing } = await setUp();
  const [checks, servers] = await Promise.all([
    verify({ node }),
    startTestServers({ root: ROOT, env: process.env, progress: createProgress(process.stdout) }),
  ]);
  console.log('\nTests');
  const ignored = filesWithout(missing);
  const env = { ...tools, ...servers.env };
  const reports = [];
  try {
    for (const { folders, left, args: own } of RUNS) {
      const args = [...process.argv.slice(2), ...own];
      reports.push(await runJest({ node, env, folders, args, ignored: [...ignored, ...left] }));
    }
  } finally {
    await servers.stop();
  }
  const jest = mergeReports(reports);
  const counts = countTests({ jest, checks, skippedFiles: ignored.length });
  console.log('');
  for (const { line } of missing) console.log(`! ${line}`);
  for (const line of servers.missing) console.log(`! ${line}; its tests are skipped`);
  for (const file of ignored) console.log(`! ${file}: skipped, it needs what is missing`);
  for (const { name, count } of skippedTests({ jest, root: ROOT })) console.log(`! ${name}: ${count} skipped`);
  for (const name of secondTries({ jest, root: ROOT })) console.log(`! passed at the second try: ${name}`);
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
