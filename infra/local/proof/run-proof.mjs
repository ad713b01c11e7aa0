import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServers } from '../../test-servers/start-test-servers.mjs';
import { createProgress } from '../host/progress.mjs';
import { fileLines } from './proof-table.mjs';
import { absentNeeds, suitesOf } from './proofs.mjs';
import { readLines } from '../host/read-lines.mjs';
import { Failure } from '../host/run-command.mjs';
import { runJest } from '../test/run-jest.mjs';
import { ROOT, setUp } from '../setup/setup.mjs';
import { failureNames, skippedTests } from '../test/test-report.mjs';

/**
 * The result of a proof. `failures` is a count, `problems` are the failures in words, `lines` are what the tests recorded, and
 * `isLeftOut` means that this machine cannot run it.
 */
const result = (name, parts) => ({
  ...{ name, what: 'tests', cases: 0, failures: 0, seconds: 0, lines: [], problems: [], isLeftOut: false },
  ...parts,
});

export const leftOut = (name, absent) =>
  result(name, { what: 'left out', note: `needs ${absent.join(' and ')}`, isLeftOut: true });

export const broken = (name, problem, seconds = 0) =>
  result(name, { what: 'broken', failures: 1, seconds, note: problem, problems: [problem] });

/** The result by jest's report and the recorded lines. A missing server is a problem: its promises are unproven. */
export const judgeReport = (name, { jest, recorded, missing, seconds, root }) => {
  const names = failureNames({ jest, root });
  const lines = recorded.length > 0 ? recorded : fileLines({ jest, root });
  const skipped = skippedTests({ jest, root }).reduce((sum, { count }) => sum + count, 0);
  const byLines = lines.reduce((sum, line) => sum + line.failures, 0);
  const problems = [
    ...names,
    ...(names.length === 0 && byLines > 0 ? [`${byLines} failures in the lines of the tests`] : []),
    ...(jest.numPassedTests + jest.numFailedTests === 0 ? ['no test was run'] : []),
    ...missing,
  ];
  return result(name, {
    cases: jest.numPassedTests + jest.numFailedTests,
    failures: Math.max(problems.length, byLines),
    ...{ seconds, lines, problems },
    note: [...missing, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join('; '),
  });
};

/** Words before the first flag choose among the suites, the rest is for jest. */
export const chooseSuites = (suites, args) => {
  const at = args.findIndex((word) => word.startsWith('-'));
  const words = at < 0 ? args : args.slice(0, at);
  const chosen = words.length === 0 ? suites : suites.filter((name) => words.some((word) => name.includes(word)));
  if (chosen.length === 0) throw new Failure(`No suite of this proof is named ${words.join(' or ')}`);
  return { suites: chosen, flags: at < 0 ? [] : args.slice(at) };
};

const runSuites = async (name, { proof, args }) => {
  const { node, tools, missing: withoutTools } = await setUp();
  if (withoutTools.length > 0) throw new Failure(withoutTools.map(({ line }) => line).join('\n'));
  const startedAt = performance.now();
  const servers = await startTestServers({ root: ROOT, env: process.env, progress: createProgress(process.stdout) });
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-proof-'));
  const report = path.join(folder, 'lines.ndjson');
  const { suites, flags } = chooseSuites(suitesOf(proof), args);
  try {
    const jest = await runJest({
      node,
      env: { ...tools, ...servers.env, PROOF: 'long', PROOF_REPORT: report, ...proof.env },
      folders: [...new Set(suites.map((file) => file.split('/', 1)[0]))],
      args: ['--runInBand', ...flags, '--runTestsByPath', ...suites],
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    return judgeReport(name, { jest, recorded: readLines(report), missing: servers.missing, seconds, root: ROOT });
  } finally {
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The result by the output of a program: a line with ✓ or ✗ for each check, ! for what it left out. */
export const judgeOutput = (name, { output, code, seconds }) => {
  const marked = (mark) => output.split('\n').filter((line) => line.startsWith(`  ${mark} `));
  const [kept, failed, left] = ['✓', '✗', '!'].map(marked);
  const problems = [
    ...failed.map((line) => line.slice('  ✗ '.length)),
    ...(code === 0 || failed.length > 0 ? [] : [`it ended with code ${code}`]),
  ];
  return result(name, {
    what: 'things looked at',
    cases: kept.length + failed.length,
    failures: problems.length,
    ...{ seconds, problems },
    note: left.map((line) => line.slice('  ! '.length)).join('; '),
  });
};

const runScript = async (name, { proof, args }) => {
  const startedAt = performance.now();
  const { node } = await setUp({ withTools: false });
  const child = spawn(node, [proof.script, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  const code = await new Promise((resolve) => child.once('close', (own) => resolve(own ?? 1)));
  return judgeOutput(name, { output, code, seconds: (performance.now() - startedAt) / 1_000 });
};

/** Runs one proof at its full size; `args` choose among its suites and are for jest, or are for its program. */
export const runProof = async (name, { proof, args = [] }) => {
  const absent = absentNeeds(proof, { env: process.env, uid: process.getuid?.() });
  if (absent.length > 0) return leftOut(name, absent);
  return proof.script ? runScript(name, { proof, args }) : runSuites(name, { proof, args });
};
