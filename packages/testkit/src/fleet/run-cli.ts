import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../../dist/quarry.js', import.meta.url));

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line. Never rejects: check the exit code. */
export const runCli = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...args],
      { env: { ...process.env, NODE_OPTIONS: '', QUARRY_CORPUS: undefined, ...env }, maxBuffer: 64 * 1_048_576 },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, stdout, stderr });
      },
    );
  });
