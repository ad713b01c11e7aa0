import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface BenchChild {
  readonly process: ChildProcess;
  /** The first JSON line it prints. */
  readonly said: Record<string, number>;
}

/** Starts a script of this folder and waits for its one JSON line. */
export const startChild = (script: string, args: readonly string[]): Promise<BenchChild> =>
  new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL(`./${script}.js`, import.meta.url));
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it printed a line`)));
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve({ process: child, said: JSON.parse(line) as Record<string, number> });
    });
  });

export const stopChild = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
