import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Characters of a program's output that are kept, from its end. */
export const MAX_OUTPUT_CHARS = 200_000;
const TAIL_LINES = 25;

const running = new Set();

/** An expected failure: one line for the user, and the end of the log of what failed. */
export class Failure extends Error {
  constructor(message, log = '') {
    super(message);
    this.name = 'Failure';
    this.log = log;
  }
}

/** Ends every program started here, with its process group. */
export const endRunningCommands = () => {
  for (const child of running) killGroup(child.pid, 'SIGKILL');
};

/** Signals a process group; false when it is gone already. */
export const killGroup = (pid, signal) => {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
};

const lowerPriority = (pid) => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
};

/**
 * Runs a program to its end and collects its output. Never throws: a program that cannot be started has code 127, one that
 * took longer than `timeoutMs` has code 124. `isPatient` runs it at low priority.
 */
export const runCommand = (command, args, { cwd, env = process.env, timeoutMs = 900_000, isPatient = false } = {}) =>
  new Promise((resolve) => {
    let output = '';
    let stdout = '';
    let isLate = false;
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    running.add(child);
    if (isPatient && child.pid !== undefined) lowerPriority(child.pid);
    const timer = setTimeout(() => {
      isLate = true;
      killGroup(child.pid, 'SIGKILL');
    }, timeoutMs);
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output, stdout });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output = (output + text).slice(-MAX_OUTPUT_CHARS);
        if (stream === child.stdout) stdout = (stdout + text).slice(-MAX_OUTPUT_CHARS);
      });
    }
    child.on('error', (error) => {
      output += error.message;
      end(127);
    });
    child.on('close', (code) => end(isLate ? 124 : (code ?? 1)));
  });

/** The last lines of a text, indented. */
export const tailOf = (text, lines = TAIL_LINES) =>
  text
    .trimEnd()
    .split('\n')
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join('\n');

/** Runs a program and returns its standard output; throws a `Failure` with its log when it does not exit with 0. */
export const runOrFail = async (message, command, args, options) => {
  const { code, output, stdout } = await runCommand(command, args, options);
  if (code !== 0) throw new Failure(code === 124 ? `${message}: it took too long` : message, output);
  return stdout;
};
