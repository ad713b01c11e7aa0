import { pathToFileURL } from 'node:url';
import { runChecks } from './checks.mjs';
import { runMain, seconds } from './progress.mjs';
import { ROOT, setUp } from './setup.mjs';

/** Runs every check, one line each, and shows what the failed ones said. */
export const verify = async ({ node, env = process.env, ...options }) => {
  const results = await runChecks({
    root: ROOT,
    node,
    env,
    ...options,
    onEnd: ({ name, isOk, ms }) => console.log(`  ${isOk ? '✓' : '✗'} check: ${name} (${seconds(ms)})`),
  });
  // What a check could not look at, it says in lines of their own.
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
