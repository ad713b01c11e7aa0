import type { Violation } from '@quarry/contracts';

/** How a call of the playground ended. */
export interface CallResult {
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** Parsed JSON of a success. */
  readonly body?: unknown;
  readonly sizeBytes?: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly durationMs: number;
  readonly requestId?: string | undefined;
  readonly creditsCharged?: number | undefined;
  readonly creditsRemaining?: number | undefined;
  /** Of the same call, free of charge. */
  readonly isCached: boolean;
  readonly failure?: CallFailure;
}

export interface CallFailure {
  readonly code: string;
  readonly message: string;
  readonly violations: readonly Violation[];
  readonly retryAfterSeconds?: number | undefined;
}

const numberOf = (text: string | null): number | undefined =>
  text !== null && /^\d+$/.test(text) ? Number(text) : undefined;

/** What the headers of a response say about the call. */
export const readHeaders = (
  headers: Headers,
): Pick<CallResult, 'headers' | 'requestId' | 'creditsCharged' | 'creditsRemaining' | 'isCached'> => ({
  headers: [...headers].map(([name, value]) => [name, value] as const),
  requestId: headers.get('x-request-id') ?? undefined,
  creditsCharged: numberOf(headers.get('x-credits-charged')),
  creditsRemaining: numberOf(headers.get('x-credits-remaining')),
  isCached: headers.get('x-cache') === 'hit',
});
