import { ERRORS, type ErrorCode } from './errors.js';
import { verdictRule, type Verdict } from './verdicts.js';

/** What an ended row says of its failure. */
export interface FailedRow {
  readonly error?: ErrorCode;
  readonly verdict?: Verdict;
  readonly message?: string;
}

export interface FailureText {
  readonly error: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

/** The failure of a batch item as callers are told it: the row's own words, else those of its verdict, else the code's. */
export const describeFailure = ({ verdict, message, ...row }: FailedRow): FailureText => {
  const rule = verdict === undefined ? undefined : verdictRule(verdict);
  const error = row.error ?? rule?.error ?? 'internal_error';
  const detail = rule?.error === error ? rule.detail : undefined;
  return {
    error,
    message: message ?? detail?.message ?? ERRORS[error].text,
    retryable: detail?.retryable ?? ERRORS[error].retryable,
  };
};
