import type { ErrorCode, Verdict } from '@quarry/contracts';

export type RequestState = 'open' | 'ok' | 'failed' | 'expired' | 'cancelled';

export interface RequestRow {
  readonly id: string;
  readonly accountId: string;
  readonly operation: string;
  readonly params: unknown;
  /** As admitted, while the row is open. No ended row has it, and no backup. */
  readonly sealedHeaders?: string;
  readonly contractVersion: number;
  readonly state: RequestState;
  /** Fences late duplicates: only the current attempt may finish the row. Starts at 1. */
  readonly attempt: number;
  readonly heldCredits: number;
  readonly chargedCredits: number;
  readonly periodIndex: number;
  readonly createdAtMs: number;
  readonly deadlineAtMs: number;
  /** When a worker first began it. */
  readonly startedAtMs?: number;
  readonly endedAtMs?: number;
  readonly verdict?: Verdict;
  readonly error?: ErrorCode;
  readonly reason?: string;
  readonly message?: string;
  /** Name of the stored answer among the request's files; present when the answer is a 200. */
  readonly answerName?: string;
  /** Name of the document that could not be made an answer of, among the request's files. */
  readonly pageName?: string;
}

export type AdmitResult =
  | { readonly outcome: 'admitted'; readonly availableCredits: number }
  | { readonly outcome: 'credits_exhausted'; readonly neededCredits: number; readonly availableCredits: number }
  /** The id is taken already: nothing was held. */
  | { readonly outcome: 'duplicate' }
  | { readonly outcome: 'account_unknown' };

/** How a request ends. `chargedCredits` must be 0 unless `state` is `ok`; it may not exceed the hold. */
export interface RequestEnd {
  readonly state: Exclude<RequestState, 'open'>;
  readonly chargedCredits: number;
  readonly verdict: Verdict;
  readonly error?: ErrorCode;
  readonly reason?: string;
  readonly message?: string;
  readonly answerName?: string;
  readonly pageName?: string;
  /** Size of all files it has stored; default 0. */
  readonly storedBytes?: number;
  /** What joins a batch item's row of results, such as `html` and `url`. Not kept of single requests. */
  readonly metadata?: Readonly<Record<string, string>>;
}
