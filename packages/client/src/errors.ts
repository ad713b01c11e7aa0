import type { ErrorCode, Violation } from './generated/types.js';

/**
 * Failures without an error body of the service. `connection_failed`: no response, or one that broke off. `call_timeout`: the
 * call's `timeoutMs` is over. `unexpected_response`: something else than a Quarry service responded.
 */
export type ClientErrorCode = 'connection_failed' | 'call_timeout' | 'unexpected_response';
export type QuarryErrorCode = ErrorCode | ClientErrorCode;

export interface QuarryErrorDetail {
  readonly code: QuarryErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly creditsCharged?: number | undefined;
  readonly creditsRemaining?: number | undefined;
  readonly reason?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly violations?: readonly Violation[] | undefined;
  readonly violationsCount?: number | undefined;
  readonly storedPageUrl?: string | undefined;
  readonly cause?: unknown;
}

/** Every failed call rejects with this, except one that its own `signal` has aborted: that rejects with the signal's reason. */
export class QuarryError extends Error {
  override readonly name = 'QuarryError';
  /** Stable; decide by this, not by the message. */
  readonly code: QuarryErrorCode;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** HTTP status; undefined if there was no response, or if the failure is that of a batch item or of a request that nobody waited for. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** 0: nothing but a success is charged. */
  readonly creditsCharged: number;
  readonly creditsRemaining: number | undefined;
  /** Machine-readable detail, such as the blocking system. */
  readonly reason: string | undefined;
  /** How long to wait before the next call. */
  readonly retryAfterSeconds: number | undefined;
  /** With `validation_failed`: every violated rule. */
  readonly violations: readonly Violation[];
  /** Number of violations; larger than the length of `violations` if that lists the first ones only. */
  readonly violationsCount: number;
  /** With `target_unrecognized`: the stored page. */
  readonly storedPageUrl: string | undefined;

  constructor(detail: QuarryErrorDetail) {
    super(detail.message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = detail.code;
    this.retryable = detail.retryable;
    this.status = detail.status;
    this.requestId = detail.requestId;
    this.creditsCharged = detail.creditsCharged ?? 0;
    this.creditsRemaining = detail.creditsRemaining;
    this.reason = detail.reason;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.violations = detail.violations ?? [];
    this.violationsCount = detail.violationsCount ?? this.violations.length;
    this.storedPageUrl = detail.storedPageUrl;
  }
}
