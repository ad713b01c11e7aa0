import type { Environment } from '@quarry/config';
import type { CliStreams } from './command-host.js';

/** Width of a terminal that does not report it. */
const DEFAULT_COLUMNS = 80;

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
    writeOut: (text) =>
      new Promise((resolve) => {
        if (isRead) stdout.write(text, (error) => resolve(!error));
        else resolve(false);
      }),
    writeErr: (text) => {
      stderr.write(text);
    },
    isOutTerminal: stdout.isTTY,
    errColumns: () => (stderr.isTTY && TERM !== 'dumb' ? stderr.columns || DEFAULT_COLUMNS : undefined),
    onInterrupt: (listener) => {
      process.on('SIGINT', listener);
      return () => process.off('SIGINT', listener);
    },
    exitNow: (exitCode) => process.exit(exitCode),
  };
};
