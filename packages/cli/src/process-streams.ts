import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { AskCancelled, type Ask, type CliStreams } from './command-host.js';
import type { Environment } from './environment.js';

/** Width of a terminal that does not report it. */
const DEFAULT_COLUMNS = 80;

/** Asks on standard error: standard output belongs to the command. */
const askIn =
  ({ stdin, stderr }: NodeJS.Process): Ask =>
  async (question, { isHidden = false } = {}) => {
    stderr.write(`${question} `);
    // What is typed is echoed to here.
    const echo = new Writable({
      write: (chunk: Buffer, _encoding, done) => (isHidden ? done() : stderr.write(chunk, done)),
    });
    const lines = createInterface({ input: stdin, output: echo, terminal: true });
    try {
      return await new Promise<string>((resolve, reject) => {
        lines.once('line', resolve);
        lines.once('SIGINT', () => reject(new AskCancelled()));
        lines.once('close', () => reject(new AskCancelled()));
      });
    } finally {
      lines.close();
      if (isHidden) stderr.write('\n');
    }
  };

/** The standard streams of this process. */
export const createProcessStreams = (process: NodeJS.Process, { TERM }: Environment): CliStreams => {
  const { stdin, stdout, stderr } = process;
  let isRead = true;
  // A reader that closes the pipe (`| head`) is not a failure.
  stdout.on('error', () => {
    isRead = false;
  });
  return {
    input: stdin,
    ask: stdin.isTTY ? askIn(process) : undefined,
    writeOut: (text) =>
      new Promise((resolve) => {
        if (isRead) stdout.write(text, (error) => resolve(!error));
        else resolve(false);
      }),
    writeErr: (text) => {
      stderr.write(text);
    },
    isOutTerminal: stdout.isTTY,
    outColumns: () => (stdout.isTTY ? stdout.columns || DEFAULT_COLUMNS : undefined),
    errColumns: () => (stderr.isTTY && TERM !== 'dumb' ? stderr.columns || DEFAULT_COLUMNS : undefined),
    onInterrupt: (listener) => {
      process.on('SIGINT', listener);
      return () => process.off('SIGINT', listener);
    },
    exitNow: (exitCode) => process.exit(exitCode),
  };
};
