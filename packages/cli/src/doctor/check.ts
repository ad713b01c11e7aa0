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
