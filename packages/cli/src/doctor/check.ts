/** `off`: not there, and nothing is wrong with that. `warn`: it works, and should be better. */
export type CheckMark = 'ok' | 'off' | 'warn' | 'fail';

/** What one look found. `todo` says what to do about a failure or a warning. */
export interface CheckResult {
  readonly name: string;
  readonly mark: CheckMark;
  readonly finding: string;
  readonly todo?: string;
}

export const passed = (name: string, finding: string): CheckResult => ({ name, mark: 'ok', finding });

export const notThere = (name: string, finding: string): CheckResult => ({ name, mark: 'off', finding });

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
