import type { Verdict } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import type { BundlePart } from '@quarry/files';
import type { RequestRow } from '@quarry/store';

/** What an operation's code gets for one request. */
export interface OperationContext {
  readonly signal: AbortSignal;
  readonly fetcher: Fetcher;
  /** Stores a private file of this request, such as `screenshot.jpeg`, and returns its URL on `<files_url>`. */
  readonly putFile: (name: string, body: Uint8Array | string) => Promise<string>;
  /** Stores many small files as one object, named such as `thumbnails.bundle`. Returns the URL of each part, in order. */
  readonly putBundle: (name: string, parts: readonly BundlePart[]) => Promise<string[]>;
}

/** How an operation ended. */
export interface OperationOutcome {
  readonly verdict: Verdict;
  /** The answer's body without `requestMetadata`. Present exactly when the verdict is answered with a 200. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** Joins `requestMetadata`: `url`, `html`, `preview`. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** With a failure: the document that could not be made an answer of. It is stored, and the error answer links it. */
  readonly page?: { readonly name: string; readonly body: Uint8Array | string };
  readonly reason?: string;
  readonly message?: string;
  /** Tier that served or was tried last, for metrics. */
  readonly tier?: string;
}

/** Runs one operation. `row.params` has passed the operation's schema at admission. */
export type ExecuteOperation = (row: RequestRow, context: OperationContext) => Promise<OperationOutcome>;

/** One ended attempt, for metrics. */
export interface OperationReport {
  readonly operation: string;
  readonly verdict: Verdict;
  readonly tier: string;
  readonly durationMs: number;
  /** False: another attempt or the gateway had ended the request; the result was thrown away. */
  readonly isWinner: boolean;
}
