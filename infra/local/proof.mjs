import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServers } from '../test-servers/start-test-servers.mjs';
import { findProgram } from './programs.mjs';
import { createProgress, runMain } from './progress.mjs';
import { fileLines, proofTable } from './proof-table.mjs';
import { PROOFS } from './proofs.mjs';
import { Failure } from './run-command.mjs';
import { runJest } from './run-jest.mjs';
import { ROOT, setUp } from './setup.mjs';
import { failureNames } from './test-report.mjs';

const readLines = (file) => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
};

/** Runs one proof at its full size and prints its table; the exit code tells whether anything failed. */
const main = async () => {
  const [name, ...args] = process.argv.slice(2);
  const proof = PROOFS[name];
  if (!proof) throw new Failure(`Say which proof: ${Object.keys(PROOFS).join(', ')}`);
  const { folders, files = [], env = {}, programs = [] } = proof;
  const absent = programs.filter((program) => !findProgram({ names: [program], env: process.env }));
  if (absent.length > 0) throw new Failure(`proof:${name} needs ${absent.join(' and ')} on the PATH`);
  const { node, tools, missing } = await setUp();
  if (missing.length > 0) throw new Failure(missing.map(({ line }) => line).join('\n'));
  const servers = await startTestServers({
    root: ROOT,
    env: process.env,
    progress: createProgress(process.stdout),
  });
  for (const line of servers.missing) console.log(`! ${line}; left out`);
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-proof-'));
  const report = path.join(folder, 'lines.ndjson');
  const startedAt = performance.now();
  try {
    const jest = await runJest({
      node,
      env: { ...tools, ...servers.env, PROOF: 'long', PROOF_REPORT: report, ...env },
      folders,
      args: [...files, ...args, '--runInBand'],
    });
    const failures = failureNames({ jest, root: ROOT });
    const recorded = readLines(report);
    const lines = recorded.length > 0 ? recorded : fileLines({ jest, root: ROOT });
    console.log(`\n${proofTable(lines)}\n`);
    for (const failure of failures) console.log(`✗ ${failure}`);
    const failed = Math.max(
      failures.length,
      lines.reduce((sum, line) => sum + line.failures, 0),
    );
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    console.log(`proof:${name}: ${jest.numPassedTests} tests passed, ${failed} failed, ${seconds} s`);
    return failed > 0 || lines.length === 0 ? 1 : 0;
  } finally {
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

await runMain(main);
