/**
 * Runs a program that does not notice the end of its parent: `node guard.mjs <note> <program> [arguments]`.
 * When standard input closes, the parent is gone and the program is ended. The file `note` records the program's process: if
 * the guard dies together with its parent, the next start ends the program.
 */
import { spawn } from 'node:child_process';
import { identify, writeIdentity } from './process-identity.mjs';

const GRACE_MS = 8_000;

const [note, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
if (child.pid) writeIdentity(note, identify(child.pid));

const end = () => {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
};

child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
for (const event of ['end', 'close', 'error']) process.stdin.on(event, end);
process.stdin.resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
