import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { neededServers } from '../../test-servers/needed-servers.mjs';
import { startTestServers } from '../../test-servers/start-test-servers.mjs';
import { diskLine } from '../host/disk-room.mjs';
import { createProgress, describeFailure, runMain } from '../host/progress.mjs';
import { readLines } from '../host/read-lines.mjs';
import { listTests, runJest } from './run-jest.mjs';
import { ROOT, setUp } from '../setup/setup.mjs';
import { countTests, exitCodeOf, failureNames, skippedTests, summaryLine } from './test-report.mjs';
import { timesTable } from './test-times.mjs';
import { verify } from '../checks/verify.mjs';

const FOLDERS = ['packages', 'services', 'bench', 'infra', 'k8s', 'test'];
/** Test files that start something are recognised by their name, and what they start by words in them. */
const STARTS_SOMETHING = /\.int\.test\.|^test\//;
const WORDS = {
  REDIS_SERVER: /redis|queue|startFleet|sharedFleet/i,
  CHROMIUM_PATH: /chromium|browser|startFleet|sharedFleet/i,
};
const TEST_FILE = /\.test\.(ts|mjs)$/;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist']);
/** Option that prints where the time went. */
const TIMES = '--times';

const testFiles = (folder) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : testFiles(name);
    return TEST_FILE.test(entry.name) ? [name] : [];
  });

/** The test files that cannot run without the programs that are missing. */
const filesWithout = (missing) => {
  const words = missing.map(({ setting }) => WORDS[setting]).filter(Boolean);
  if (words.length === 0) return [];
  return FOLDERS.flatMap(testFiles).filter((file) => {
    if (!STARTS_SOMETHING.test(file)) return false;
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return words.some((word) => word.test(text));
  });
};

/** Runs `work` and records its time as a phase. */
const noting = async (phases, name, work) => {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    phases.push({ name, ms: performance.now() - startedAt });
  }
};

const runTests = async ({ node, tools, missing, fonts, args, phases, timesFile }) => {
  const servers = await noting(phases, 'test servers', async () => {
    const needed = args.length > 0 ? { needed: neededServers(await listTests({ node, folders: FOLDERS, args })) } : {};
    return startTestServers({ root: ROOT, env: process.env, progress: createProgress(process.stdout), ...needed });
  });
  const ignored = filesWithout(missing);
  try {
    // Tests that need one of those fonts skip themselves.
    const FONTS_MISSING = fonts.map(({ aptPackage }) => aptPackage).join(' ');
    const env = { ...tools, ...servers.env, FONTS_MISSING, TEST_TIMES: timesFile };
    const jest = await noting(phases, 'tests', () => runJest({ node, env, folders: FOLDERS, args, ignored }));
    return { jest, ignored, servers };
  } finally {
    await noting(phases, 'end of test servers', () => servers.stop());
  }
};

const main = async () => {
  const given = process.argv.slice(2);
  const args = given.filter((arg) => arg !== TIMES);
  const phases = [];
  const aboutDisk = diskLine();
  if (aboutDisk) console.log(`! ${aboutDisk}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-times-'));
  const timesFile = path.join(folder, 'times.ndjson');
  try {
    const { node, tools, missing, fonts, fontsLine } = await noting(phases, 'setup', () => setUp());
    // With named tests, checks are not run. Otherwise they use the time in which tests wait.
    const isWhole = args.length === 0;
    const checking = isWhole ? noting(phases, 'checks', () => verify({ node, parallel: 1, isPatient: true })) : [];
    const [checks, { jest, ignored, servers }] = await Promise.all([
      checking,
      runTests({ node, tools, missing, fonts, args, phases, timesFile }),
    ]);
    const counts = countTests({ jest, checks, skippedFiles: ignored.length });
    console.log('');
    if (given.includes(TIMES)) console.log(`${timesTable({ phases, checks, lines: readLines(timesFile) })}\n`);
    if (aboutDisk) console.log(`! ${aboutDisk}`);
    for (const { line } of missing) console.log(`! ${line}`);
    if (fontsLine) console.log(`! ${fontsLine}; tests that need them are skipped`);
    for (const line of servers.missing) console.log(`! ${line}; its tests are skipped`);
    for (const file of ignored) console.log(`! ${file}: skipped, it needs what is missing`);
    for (const { name, count } of skippedTests({ jest, root: ROOT })) console.log(`! ${name}: ${count} skipped`);
    for (const name of failureNames({ jest, root: ROOT })) console.log(`✗ ${name}`);
    for (const { name } of checks.filter(({ isOk }) => !isOk)) console.log(`✗ check: ${name}`);
    console.log(summaryLine(counts));
    return exitCodeOf(counts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
