import path from 'node:path';
import { cleanEnvironment, withPathFirst } from './environment.mjs';
import { runCommand } from './run-command.mjs';

const LINT_HEAP_MB = 4_096;
const CHECK_TIMEOUT_MS = 600_000;

const FORMAT_CACHE = [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${path.join('node_modules', '.cache', 'quarry-format.json')}`,
];

const tool = (file) => path.join('node_modules', file);

/** What is checked without running the product: each is one program that must end with 0. */
export const CHECKS = [
  { name: 'types and lint', args: [`--max-old-space-size=${LINT_HEAP_MB}`, 'infra/local/lint.mjs'] },
  { name: 'format', args: [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...FORMAT_CACHE, '.'] },
  { name: 'build', args: [tool('typescript/bin/tsc'), '-b'] },
  { name: 'layers', args: [tool('dependency-cruiser/bin/dependency-cruiser.mjs'), 'packages', 'services'] },
  { name: 'dead code', args: [tool('knip/bin/knip.js')] },
  { name: '.env.example', args: ['packages/cli/dist/env-example.js', '--check'] },
  { name: 'docs', args: ['infra/local/check-docs.mjs'] },
  { name: 'dependency audit', args: ['infra/local/audit.mjs'] },
  { name: 'docs/errors.md', args: ['infra/local/error-docs.mjs', '--check'] },
];

/**
 * Runs checks, at most `parallel` at once, `isPatient` ones with what processor time others leave. `onEnd` hears of each as
 * `{ name, isOk, output, ms }`; all are answered.
 */
export const runChecks = async ({ root, node, env, checks = CHECKS, parallel = 2, isPatient = false, onEnd }) => {
  const waiting = [...checks];
  const results = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now();
      const { code, output } = await runCommand(node, check.args, {
        cwd: root,
        env: withPathFirst(cleanEnvironment(env), path.dirname(node)),
        timeoutMs: CHECK_TIMEOUT_MS,
        isPatient,
      });
      const result = { name: check.name, isOk: code === 0, output, ms: performance.now() - startedAt };
      results.push(result);
      onEnd(result);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
};
