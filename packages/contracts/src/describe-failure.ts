import { ERRORS, type ErrorCode } from './errors.js';
import { verdictRule, type Verdict } from './verdicts.js';

/** The failure of an ended row. */
export interface FailedRow {
  readonly error?: ErrorCode;
  readonly verdict?: Verdict;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
}

export interface FailureText {
  readonly error: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  /** How long the target asked to wait. */
  readonly retryAfterSeconds?: number;
}

/** The failure of a batch item as callers see it: the row's own message, else that of its verdict, else that of the code. */
export const describeFailure = ({ verdict, message, retryAfterSeconds, ...row }: FailedRow): FailureText => {
  const rule = verdict === undefined ? undefined : verdictRule(verdict);
  const error = row.error ?? rule?.error ?? 'internal_error';
  const detail = rule?.error === error ? rule.detail : undefined;
  return {
    error,
    message: message ?? detail?.message ?? ERRORS[error].text,
    retryable: detail?.retryable ?? ERRORS[error].retryable,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
};
