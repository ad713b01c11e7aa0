/**
 * `npm run proof:newcomer`: runs both commands of README.md in a Debian with only Node, npm and git, from a clone of the last
 * commit. Needs root and Linux. `--start` and `--tests` run one of the two, words after `--` go to `npm test`, `--keep` reuses
 * the root of the run before, `--folder` says where it is. Registries are reached by this machine's own settings.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { onInterrupt } from '../local/host/interrupt.mjs';
import { createProgress, runMain } from '../local/host/progress.mjs';
import { proofTable } from '../local/proof/proof-table.mjs';
import { Failure, runCommand } from '../local/host/run-command.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { neededPrograms } from '../test-servers/needed-programs.mjs';
import { proveStart } from './first-start.mjs';
import { openNewcomerRoot, PROJECT } from './newcomer-root.mjs';

const FOLDER = path.join(ROOT, '.toolchain', 'newcomer');
const PROGRAMS = { debootstrap: 'debootstrap', unshare: 'util-linux', curl: 'curl' };

const findPrograms = async (env) => {
  if (process.getuid?.() !== 0) throw new Failure('A root file system is made and entered as root; try with sudo');
  const names = Object.keys(PROGRAMS);
  const found = await neededPrograms({ names, aptPackages: Object.values(PROGRAMS), env });
  return Object.fromEntries(names.map((name, index) => [name, found[index]]));
};

const say = (text) => process.stdout.write(text);

const proveTests = async ({ root, words }) => {
  const startedAt = performance.now();
  const quoted = words.map((word) => ` '${word.replaceAll("'", String.raw`'\''`)}'`).join('');
  const command = `cd ${PROJECT} && npm test${quoted ? ` --${quoted}` : ''}`;
  const { code, output } = await root.run(['sh', '-c', command], { onText: say });
  // npm may print lines after it.
  const [last, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed.*$/gm)].at(-1) ?? ['no result', 0, 1];
  return {
    name: `npm test${quoted}`,
    cases: Number(passed) + Number(failed),
    failures: Math.max(Number(failed), code === 0 ? 0 : 1),
    seconds: (performance.now() - startedAt) / 1_000,
    note: last,
  };
};

const main = async () => {
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: {
      start: { type: 'boolean' },
      tests: { type: 'boolean' },
      keep: { type: 'boolean' },
      folder: { type: 'string', default: FOLDER },
    },
  });
  const { env } = process;
  const progress = createProgress(process.stdout);
  const programs = await findPrograms(env);
  const { stdout: changed } = await runCommand('git', ['status', '--porcelain'], { cwd: ROOT });
  if (changed) progress.line('  ! what is not committed is not in the clone');
  const folder = path.resolve(values.folder);
  const root = await progress.step('a Debian with Node, npm and git', () =>
    openNewcomerRoot({ folder, env, programs, isKept: values.keep }),
  );
  const at = ['-C', path.join(root.root, PROJECT), 'log', '-1', '--format=%h'];
  const { stdout: commit } = await runCommand('git', at, { cwd: ROOT });
  progress.line(`  it is ${root.root}, the project ${PROJECT} in it, at ${commit.trim()}`);
  onInterrupt(() => {
    root.killAll();
    process.exit(130);
  });
  const lines = [];
  if (!values.tests) {
    for (const { name, problems, seconds } of await proveStart({ root, say })) {
      progress.line([`  ${problems.length === 0 ? '✓' : '✗'} ${name}`, ...problems].join('\n      '));
      lines.push({ name, cases: 1, failures: problems.length > 0 ? 1 : 0, seconds });
    }
  }
  if (!values.start) lines.push(await proveTests({ root, words }));
  const failures = lines.reduce((sum, line) => sum + line.failures, 0);
  console.log(`\n${proofTable(lines)}\n`);
  console.log(`proof:newcomer: ${failures} failed`);
  return failures > 0 ? 1 : 0;
};

await runMain(main);
