import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { onInterrupt } from './interrupt.mjs';

/** Runs a program to its end with the terminal of this process, or `stdio`, and passes signals on to it; returns its exit code. */
export const runAttached = (command, args, { cwd, env, stdio = 'inherit' }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio });
    onInterrupt((signal) => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
