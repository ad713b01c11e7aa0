import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import process from 'node:process';

const SCRIPT = /\.(?:m?js|ts)$/;

/** The name of a started program: the script of a Node process, else the program. */
export const programOf = ([command = '', ...args]) => {
  const script = args.find((arg) => SCRIPT.test(arg));
  return path.basename(path.basename(command) === 'node' && script ? script : command);
};

/** Records every program that this process starts, for the table of times. */
export const noteProcesses = () => {
  const file = process.env.TEST_TIMES;
  if (!file) return;
  subscribe('child_process', ({ process: child }) => {
    // The command line is set after the constructor has returned.
    process.nextTick(() => {
      const line = { kind: 'start', name: programOf(child.spawnargs ?? []), wallMs: 0 };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    });
  });
};
