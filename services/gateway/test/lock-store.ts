import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Locks of a file are a process's own, so that another process must hold this one. */
const HOLD_LOCK = `
  const { DatabaseSync } = require('node:sqlite');
  new DatabaseSync(process.argv[1]).exec('BEGIN IMMEDIATE');
  process.stdout.write('locked');
  process.stdin.resume();
`;

/** Takes the write lock of a store's database. Returns how to give it back. */
export const lockStore = async (path: string): Promise<() => Promise<void>> => {
  const args = ['--disable-warning=ExperimentalWarning', '-e', HOLD_LOCK, path];
  const holder = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return async () => {
    holder.stdin.end();
    await once(holder, 'exit');
  };
};
