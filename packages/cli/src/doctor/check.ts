import type { Outcome } from '../outcome.js';

/** `off`: absent, which is fine. `warn`: works, but should be improved. */
export type CheckMark = 'ok' | 'off' | 'warn' | 'fail';

/** The result of a check. `todo` says how to fix a failure or a warning. */
export interface CheckResult {
  readonly name: string;
  readonly mark: CheckMark;
  readonly finding: string;
  readonly todo?: string;
}

export const passed = (name: string, finding: string): CheckResult => ({ name, mark: 'ok', finding });

export const absent = (name: string, finding: string): CheckResult => ({ name, mark: 'off', finding });

export const warned = (name: string, finding: string, todo: string): CheckResult => ({
  name,
  mark: 'warn',
  finding,
  todo,
});

export const failed = (name: string, finding: string, todo: string): CheckResult => ({
  name,
  mark: 'fail',
  finding,
  todo,
});

const MARKS: Readonly<Record<CheckMark, string>> = { ok: '✓', off: '-', warn: '!', fail: '✗' };
const NAME_COLUMNS = 13;

const renderCheck = ({ name, mark, finding, todo }: CheckResult): string =>
  `${MARKS[mark]} ${name.padEnd(NAME_COLUMNS)} ${finding}${todo ? `: ${todo}` : ''}\n`;

/** All findings, one line each; exit code 1 on a failure. */
export const outcomeOfChecks = (results: readonly CheckResult[], isJson: boolean): Outcome => ({
  exitCode: results.some(({ mark }) => mark === 'fail') ? 1 : 0,
  out: isJson ? `${JSON.stringify(results, null, 2)}\n` : results.map(renderCheck).join(''),
  err: '',
});
