/**
 * `npm run mutate`: makes one change at a time in the code of each part and runs the tests that reach it. Names choose parts,
 * `--sample 100` takes so many mutants of each, the same for the same `--seed`, `--processes` is how many run at the same time.
 * Prints the mutants that no test noticed and a table; exits with 1 when a part is below the wanted score.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServers } from '../test-servers/start-test-servers.mjs';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { createProgress, runMain } from '../local/host/progress.mjs';
import { Failure } from '../local/host/run-command.mjs';
import { ROOT, setUp } from '../local/setup/setup.mjs';
import { PARTS } from './parts.mjs';
import { WANTED_SCORE, scoreOf, scoreTable, survivorLine } from './mutation-report.mjs';

const chosenParts = (names) => {
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0) throw new Failure(`${unknown.join(', ')}: the parts are ${Object.keys(PARTS).join(', ')}`);
  return names.length > 0 ? names : Object.keys(PARTS);
};

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      processes: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const names = chosenParts(positionals);
  const progress = createProgress(process.stdout);
  const { node, tools } = await setUp();
  // Only after the setup: the instrumenter is one of the packages.
  const { mutatePart } = await import('./mutate-part.mjs');
  const needsServers = names.some((name) => PARTS[name].needsServers);
  const servers = needsServers ? await startTestServers({ root: ROOT, env: process.env, progress }) : undefined;
  const env = { ...cleanEnvironment(process.env), ...tools, ...servers?.env };
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-mutate-'));
  const scores = [];
  try {
    for (const [index, name] of names.entries()) {
      const startedAt = performance.now();
      const mutants = await mutatePart({
        root: ROOT,
        node,
        env,
        part: PARTS[name],
        folder: path.join(folder, String(index)),
        sample: values.sample === undefined ? undefined : Number(values.sample),
        seed: values.seed,
        processes: Number(values.processes),
        say: (text) => progress.line(`  … ${name}: ${text}`),
      });
      const alive = mutants.filter(({ status }) => status === 'survived' || status === 'uncovered');
      for (const mutant of alive) console.log(survivorLine(mutant));
      progress.line(`  ${name} took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
      scores.push(scoreOf(name, mutants));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await servers?.stop();
  }
  console.log(`\n${scoreTable(scores)}\n`);
  const low = scores.filter(({ score }) => score < WANTED_SCORE);
  console.log(low.length === 0 ? `mutate: all reach ${WANTED_SCORE}` : `mutate: ${low.length} below ${WANTED_SCORE}`);
  return low.length > 0 ? 1 : 0;
};

await runMain(main);
