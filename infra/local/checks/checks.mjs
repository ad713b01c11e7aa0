import path from 'node:path';
import { cleanEnvironment, withPathFirst } from '../host/environment.mjs';
import { runCommand } from '../host/run-command.mjs';
import { BUILD_CONFIG, COMPILE, COMPILE_ENV } from '../setup/stamps.mjs';

/** The type checker is a Go program that runs for seconds: garbage collection would take a third of its time. */
const LINT_ENV = { GOGC: 'off', GOMEMLIMIT: '4GiB' };
const CHECK_TIMEOUT_MS = 600_000;

const tool = (file) => path.join('node_modules', file);

/** The checks that do not run the product: each is a program that must exit with 0. */
export const CHECKS = [
  { name: 'types and lint', args: [tool('oxlint/bin/oxlint'), '.'], env: LINT_ENV },
  { name: 'format', args: [tool('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'build', args: COMPILE, env: COMPILE_ENV },
  { name: 'layers', args: [tool('dependency-cruiser/bin/dependency-cruiser.mjs'), 'packages', 'services'] },
  { name: 'dead code', args: [tool('knip/bin/knip.js'), '--tsConfig', BUILD_CONFIG] },
  { name: 'generated files', args: ['infra/generate/generate.mjs', '--check'] },
  { name: 'docs', args: ['infra/local/checks/check-docs.mjs'] },
  { name: 'dependency audit', args: ['infra/local/checks/audit.mjs'] },
  { name: 'docs/errors.md', args: ['infra/local/checks/error-docs.mjs', '--check'] },
];

/**
 * Runs checks, at most `parallel` at once, with `isPatient` at low priority. Calls `onEnd` with each result
 * `{ name, isOk, output, ms }` and returns all.
 */
export const runChecks = async ({ root, node, env, checks = CHECKS, parallel = 2, isPatient = false, onEnd }) => {
  const waiting = [...checks];
  const results = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now();
      const { code, output } = await runCommand(node, check.args, {
        cwd: root,
        env: { ...withPathFirst(cleanEnvironment(env), path.dirname(node)), ...check.env },
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
