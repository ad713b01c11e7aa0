import type { ErrorCode, ErrorDetail } from './errors.js';

/** What may still lead to the page: the same fetch again, another exit, another tier. */
export type Retry = 'same_again' | 'other_exit' | 'other_tier';

export interface VerdictRule {
  /** The error the caller sees; absent when the answer is a 200. */
  readonly error?: ErrorCode;
  /** Only `ok` costs its price. */
  readonly isCharged: boolean;
  /** What is tried, in this order, before the verdict becomes the response. */
  readonly retries: readonly Retry[];
  /** Where the code's own text or whether the caller may retry would mislead. */
  readonly detail?: Pick<ErrorDetail, 'message' | 'retryable'>;
}

const failed = (error: ErrorCode, retries: readonly Retry[], detail?: VerdictRule['detail']): VerdictRule => ({
  error,
  isCharged: false,
  retries,
  ...(detail ? { detail } : {}),
});

const unreachable = (message: string): VerdictRule => failed('target_unreachable', ['same_again'], { message });

/**
 * One verdict per fetch. This table alone decides answer, charge, retry, webhook and metric.
 * Source: the contract's verdict table.
 */
export const VERDICTS = {
  ok: { isCharged: true, retries: [] },
  /** 401, 404, 410 and other 4xx without block marks: a 200 whose `statusCode` says it, free of charge. */
  target_4xx: { isCharged: false, retries: [] },
  blocked: failed('target_blocked', ['other_exit', 'other_tier']),
  soft_block: failed('target_blocked', ['other_exit', 'other_tier']),
  consent: failed('target_blocked', ['other_exit', 'other_tier']),
  script_wall: failed('target_blocked', ['other_tier']),
  login_wall: failed('target_blocked', [], {
    message: 'The page asks for a sign-in. Send the cookies of a session in headers.',
    retryable: false,
  }),
  not_found: failed('target_not_found', []),
  target_5xx: unreachable('The target answered with a server error (5xx). Retry later.'),
  dns_error: unreachable(
    'The host name of the target has no public address in DNS. Check its spelling, or retry later.',
  ),
  tls_error: unreachable(
    'No secure connection to the target: its TLS or certificate is faulty. Check the URL, or retry later.',
  ),
  connection_error: unreachable(
    'The target refused, reset or did not open the connection. Check host and port, or retry later.',
  ),
  too_large: failed('target_too_large', []),
  unsupported: failed('target_unsupported', []),
  unrecognized: failed('target_unrecognized', ['other_tier']),
  robots_disallowed: failed('robots_disallowed', []),
  page_timeout: failed('target_timeout', []),
  deadline_exceeded: failed('deadline_exceeded', []),
  forbidden: failed('target_forbidden', []),
  proxy_unavailable: failed('proxy_unavailable', []),
  scenario_failed: failed('scenario_failed', []),
  free_budget_exhausted: failed('free_budget_exhausted', []),
  storage_exhausted: failed('storage_exhausted', []),
  cancelled: failed('cancelled', []),
  internal_error: failed('internal_error', []),
} as const satisfies Record<string, VerdictRule>;

export type Verdict = keyof typeof VERDICTS;

export const VERDICT_NAMES = Object.keys(VERDICTS) as readonly Verdict[];

export const verdictRule = (verdict: Verdict): VerdictRule => VERDICTS[verdict];
