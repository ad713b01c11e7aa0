import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process, { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@quarry/contracts';
import { createTestStreams } from '../test/test-streams.js';
import { endAtEachLook, KEY, withScriptedFleet } from '../test/scripted-fleet.js';
import { runCli, type OperatorCliHost } from './run-cli.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** As the command line is called in this project. */
const COMMAND = 'npm run -s quarry --';
const PRINTED = new RegExp(`${COMMAND} ([^\\n#]*)`, 'g');
/** Processes of npm, one after another, on a machine that may have much else to do. */
const COMMANDS_TIMEOUT_MS = 240_000;

type Env = Readonly<Record<string, string>>;

const hostOf = (given: Env, streams: OperatorCliHost['streams']): OperatorCliHost => ({
  env: given,
  command: COMMAND,
  version: '1.2.3',
  nodeVersion: '24.0.0',
  rootDir: ROOT,
  streams,
});

/** The text that a command prints, called through npm. */
const printed = async (args: readonly string[], given: Env): Promise<string> => {
  const { streams, texts } = createTestStreams();
  const { out, err } = await runCli(args, hostOf(given, streams));
  return [texts.out, out, texts.err, err].join('\n');
};

/** The usage line of a help is no command. */
const commandsIn = (text: string): readonly string[] =>
  [...text.replaceAll(/^Usage: .*$/gm, '').matchAll(PRINTED)].map(([command]) => command.trim());

interface Ended {
  readonly command: string;
  readonly code: number;
  readonly err: string;
}

const runInShell = (command: string, cwd: string, given: Env): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', command],
      { cwd, env: { PATH: env['PATH'], HOME: env['HOME'], ...given } },
      (error, _out, err) => resolve({ command, code: typeof error?.code === 'number' ? error.code : 0, err }),
    );
  });

/** The arguments of the command line that a shell passes on. */
const argumentsOf = async (command: string): Promise<readonly string[]> => {
  const words = await new Promise<string>((resolve) => {
    const script = `npm() { shift 4; printf '%s\\n' "$@"; }; ${command}`;
    execFile('sh', ['-c', script], (_error, out) => resolve(out));
  });
  return words.trimEnd().split('\n');
};

/** With an argument in quotes, and with a file of the caller's folder: npm passes on all commands alike. */
const THROUGH_NPM = /-- (enginea|batch submit)/;

/** Runs a command as a shell does, most without the second of processor time that npm and two processes of Node take. */
const run = async (command: string, cwd: string, given: Env): Promise<Ended> => {
  if (THROUGH_NPM.test(command)) return runInShell(command, cwd, given);
  const { streams, texts } = createTestStreams();
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const { exitCode, err } = await runCli(await argumentsOf(command), hostOf(given, streams));
    return { command, code: exitCode, err: texts.err + err };
  } finally {
    process.chdir(before);
  }
};

/** A folder within the project, where npm finds its scripts. */
const withProjectFolder = async (run: (folder: string) => Promise<void>): Promise<void> => {
  // Not within a package: npm looks for the scripts of the nearest one.
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'dist', 'printed-'));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

describe('commands that are printed', () => {
  it(
    'work as printed',
    () =>
      withProjectFolder((folder) =>
        withScriptedFleet(async (fleet) => {
          const settings = { QUARRY_URL: fleet.baseUrl, QUARRY_API_KEY: KEY, QUARRY_DATA: join(folder, 'data') };
          const file = join(folder, 'urls.txt');
          await writeFile(file, 'https://a.example/1\nhttps://a.example/2\n');
          await writeFile(join(folder, 'page.html'), '<title>T</title><h1>T</h1>');
          endAtEachLook(fleet, 10, (index) => (index === 0 ? 'target_blocked' : undefined));
          const texts = [
            await printed(['--help'], settings),
            await printed(['account', 'create', 'here'], settings),
            await printed(['key', 'create', 'nobody'], settings),
            await printed(['batch', 'submit', file], settings),
            await printed(['batch', 'follow', fleet.jobs[0]?.id ?? ''], settings),
            await printed(['batch', 'retry-failed', fleet.jobs[0]?.id ?? ''], settings),
          ];
          const byText = texts.map(commandsIn);
          expect(byText.map(({ length }) => length)).toEqual([13, 1, 1, 2, 2, 1]);
          const ends: Ended[] = [];
          for (const command of new Set(byText.flat())) ends.push(await run(command, folder, settings));
          const wrong = ends.filter(({ code, err }) => code === 2 || code > 12 || /usage:|npm (error|ERR)/i.test(err));
          expect(wrong).toEqual([]);
          const mustEndWell = /-- (batch|account|parse|stop)/;
          expect(ends.filter(({ command, code }) => mustEndWell.test(command) && code !== 0 && code !== 3)).toEqual([]);
        }),
      ),
    COMMANDS_TIMEOUT_MS,
  );

  it('have the flag of the fleet that they were asked of', () =>
    withScriptedFleet(async (fleet) => {
      const job = fleet.addJob([{ url: 'https://a.example/' }]);
      fleet.end(job, 1);
      const text = await printed(['batch', 'follow', job.id, '--base-url', fleet.baseUrl], { QUARRY_API_KEY: KEY });
      const [command = ''] = commandsIn(text);
      expect(command).toContain(`--base-url '${fleet.baseUrl}'`);
    }));

  it.each(OPERATIONS.map(({ id }) => [id]))('in the help of %s are what a shell reads', async (id) => {
    const [command = ''] = commandsIn(await printed([id, '--help'], {}));
    const args = await argumentsOf(command);
    expect(args[0]).toBe(id);
    const { exitCode } = await runHere(args);
    expect(exitCode).toBe(12);
  });
});

/** Nothing listens there: only a command that was understood gets so far. */
const runHere = (args: readonly string[]) => {
  const { streams } = createTestStreams();
  const given = { QUARRY_URL: 'http://127.0.0.1:9', QUARRY_API_KEY: KEY };
  return runCli(args, hostOf(given, streams));
};
