import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** The result of a command: output for both streams and the exit code. Commands do not print it themselves. */
export interface Outcome {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
}

const asLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

export const succeed = (out: string, err = ''): Outcome => ({
  exitCode: EXIT_CODES.ok,
  out: asLine(out),
  err: asLine(err),
});

/** `message`: one line that says what is wrong and what to do. */
export const fail = (message: string, exitCode: ExitCode = EXIT_CODES.failed): Outcome => ({
  exitCode,
  out: '',
  err: asLine(`quarry: ${message}`),
});

export const succeedWithJson = (value: unknown, err = ''): Outcome => succeed(JSON.stringify(value, null, 2), err);
