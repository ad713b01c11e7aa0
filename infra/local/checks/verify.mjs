import { pathToFileURL } from 'node:url';
import { runChecks } from './checks.mjs';
import { runMain, seconds } from '../host/progress.mjs';
import { ROOT, setUp } from '../setup/setup.mjs';

/** Runs every check with one line each, and prints the output of failed ones. */
export const verify = async ({ node, env = process.env, ...options }) => {
  const results = await runChecks({
    root: ROOT,
    node,
    env,
    ...options,
    onEnd: ({ name, isOk, ms }) => console.log(`  ${isOk ? '✓' : '✗'} check: ${name} (${seconds(ms)})`),
  });
  // Lines that begin with ! say what a check could not look at.
  for (const { output } of results) for (const line of output.match(/^! .*$/gm) ?? []) console.log(`  ${line}`);
  for (const { name, output } of results.filter(({ isOk }) => !isOk)) console.log(`\n✗ ${name}\n${output.trimEnd()}`);
  return results;
};

const main = async () => {
  const { node } = await setUp({ withTools: false });
  const results = await verify({ node });
  return results.every(({ isOk }) => isOk) ? 0 : 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(main);
