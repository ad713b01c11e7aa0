/**
 * 0: success. 1: failure. 2: wrong usage. 3: the batch has ended and some of its items failed.
 * 4: the batch is still running, so there is more to read. 130: interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;

/** The result of a command: output for both streams and the exit code. Commands do not print it themselves. */
export interface Outcome {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
}

const asLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

export const succeed = (out: string, err = ''): Outcome => ({ exitCode: 0, out: asLine(out), err: asLine(err) });

/** `message`: one line that says what is wrong and what to do. */
export const fail = (message: string, exitCode: 1 | 2 = 1): Outcome => ({
  exitCode,
  out: '',
  err: asLine(`quarry: ${message}`),
});

export const succeedWithJson = (value: unknown, err = ''): Outcome => succeed(JSON.stringify(value, null, 2), err);
