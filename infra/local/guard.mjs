/**
 * Runs a program that does not notice the end of its parent: `node guard.mjs <program> [arguments]`.
 * When standard input closes, the parent is gone and the program is ended.
 */
import { spawn } from 'node:child_process';

const GRACE_MS = 8_000;

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });

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
