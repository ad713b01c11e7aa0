import type { OperationJob, Verdict } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import type { RequestRow } from '@quarry/store';

/** What an operation's code gets for one request. */
export interface OperationContext {
  readonly requestId: string;
  readonly accountId: string;
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
  readonly fetcher: Fetcher;
  /** Stores a private file of this request and returns its URL on `<files_url>`. */
  putFile(name: string, body: Uint8Array | string): Promise<string>;
}

/** How an operation ended. `result` is the answer's body without `requestMetadata` (the runtime adds it). */
export interface OperationOutcome {
  readonly verdict: Verdict;
  /** Present exactly when the verdict is answered with a 200: `ok` and `target_4xx`. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** Added to `requestMetadata`: `url`, `html`, `preview`. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly chargedCredits: number;
  readonly reason?: string;
  readonly message?: string;
}

export type ExecuteOperation = (row: RequestRow, context: OperationContext) => Promise<OperationOutcome>;

/** Name of the stored answer, the body that the gateway sends as it is. */
export const ANSWER_FILE = 'result.json';

export type { OperationJob };
