import type { Violation } from '@quarry/contracts/errors';

/** What a failed response says, read from its body where it has one. */
export interface ApiErrorDetail {
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** A code of the registry, or one of the console's own such as `network`. */
  readonly code: string;
  readonly message: string;
  readonly violations?: readonly Violation[];
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
}

/** Every failure of a call: refused by the console or the API, or no response at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError' as const;
  readonly status: number;
  readonly code: string;
  /** The fields that were not valid; empty unless the status is 422. */
  readonly violations: readonly Violation[];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor({ status, code, message, violations = [], retryAfterSeconds, requestId }: ApiErrorDetail) {
    super(message);
    this.status = status;
    this.code = code;
    this.violations = violations;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }
}

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

/** True for an aborted call, which nobody needs to hear about. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
