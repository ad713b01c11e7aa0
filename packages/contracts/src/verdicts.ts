import type { ErrorCode, ErrorDetail } from './errors.js';

/** What may still get the page: the same fetch again, at once or when the target says so; another exit; another tier. */
export type Retry = 'same_again' | 'after_pause' | 'other_exit' | 'other_tier';

export interface VerdictRule {
  /** The caller's error; absent if the response is a 200. */
  readonly error?: ErrorCode;
  /** True for `ok` alone. */
  readonly isCharged: boolean;
  /** Retries, in this order, before the verdict becomes the response. */
  readonly retries: readonly Retry[];
  /** Replaces the code's own text or `retryable` where those would mislead. */
  readonly detail?: Pick<ErrorDetail, 'message' | 'retryable'> | undefined;
}

const failed = (error: ErrorCode, retries: readonly Retry[], detail?: VerdictRule['detail']): VerdictRule => ({
  error,
  isCharged: false,
  retries,
  detail,
});

const unreachable = (message: string): VerdictRule => failed('target_unreachable', ['same_again'], { message });

/**
 * One verdict per fetch. This table alone decides response, charge, retry, webhook and metric.
 */
export const VERDICTS = {
  ok: { isCharged: true, retries: [] },
  /** A page of 0 bytes, or a status without a page such as 204: a 200, free of charge. */
  empty: { isCharged: false, retries: [] },
  /** 401, 404, 410 and other 4xx without signs of a block: a 200 with that `statusCode`, free of charge. */
  target_4xx: { isCharged: false, retries: [] },
  /** The same where the caller asked that it be an error. */
  target_status: failed('target_status', []),
  /** 429, or 503 with `Retry-After`. */
  rate_limited: failed('target_rate_limited', ['after_pause']),
  blocked: failed('target_blocked', ['other_exit', 'other_tier']),
  soft_block: failed('target_blocked', ['other_exit', 'other_tier']),
  consent: failed('target_blocked', ['other_exit', 'other_tier']),
  script_wall: failed('target_blocked', ['other_tier']),
  login_wall: failed('target_blocked', [], {
    message: 'The page requires a sign-in. Sign in with a session, or send cookies in headers.',
    retryable: false,
  }),
  not_found: failed('target_not_found', []),
  target_5xx: unreachable('The target returned a server error (5xx). Retry later.'),
  dns_error: unreachable(
    'The host name of the target has no public address in DNS. Check its spelling, or retry later.',
  ),
  tls_error: unreachable(
    'The TLS handshake with the target failed: its certificate or protocol was not accepted. Check the URL, or retry later.',
  ),
  connection_error: unreachable(
    'The target refused, reset or did not accept the connection. Check host and port, or retry later.',
  ),
  too_large: failed('target_too_large', []),
  unsupported: failed('target_unsupported', []),
  unrecognized: failed('target_unrecognized', ['other_tier']),
  /** A page of a crawl whose text another page of it has. */
  duplicate: failed('duplicate_page', []),
  robots_disallowed: failed('robots_disallowed', []),
  page_timeout: failed('target_timeout', []),
  deadline_exceeded: failed('deadline_exceeded', []),
  forbidden: failed('target_forbidden', []),
  proxy_unavailable: failed('proxy_unavailable', []),
  /** The session of the call cannot be used for it. */
  session_refused: failed('session_unusable', []),
  scenario_failed: failed('scenario_failed', []),
  free_budget_exhausted: failed('free_budget_exhausted', []),
  storage_exhausted: failed('storage_exhausted', []),
  cancelled: failed('cancelled', []),
  internal_error: failed('internal_error', []),
} as const satisfies Record<string, VerdictRule>;

export type Verdict = keyof typeof VERDICTS;

export const VERDICT_NAMES = Object.keys(VERDICTS) as readonly Verdict[];

export const verdictRule = (verdict: Verdict): VerdictRule => VERDICTS[verdict];
