import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

export interface CliRun {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CliRunOptions {
  /** Set instead of the test's own environment, except for PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly entry?: 'quarry' | 'seed-demo';
  readonly cwd?: string;
}

/** Runs the built command line as a process of its own, as a user does. */
export const runBuiltCli = (args: readonly string[], options: CliRunOptions = {}): Promise<CliRun> =>
  new Promise((resolve, reject) => {
    const entry = fileURLToPath(new URL(`../../../dist/${options.entry ?? 'quarry'}.js`, import.meta.url));
    const child = spawn(execPath, [entry, ...args], {
      cwd: options.cwd ?? tmpdir(),
      env: { PATH: env['PATH'] ?? '', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...texts }));
  });

/** A folder of its own for one test, removed afterwards. */
export const withFolder = async <T>(run: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-cli-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
