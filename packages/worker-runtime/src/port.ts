import type { Verdict } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import type { BundlePart, WholeBody } from '@quarry/files';
import type { FoundPages, RequestRow } from '@quarry/store';

/** What the code of an operation is given for one request. */
export interface OperationContext {
  readonly signal: AbortSignal;
  readonly fetcher: Fetcher;
  /** Stores a private file of this request, such as `screenshot.jpeg`, and returns its URL on `<files_url>`. Pieces are handed over. */
  readonly putFile: (name: string, body: WholeBody) => Promise<string>;
  /** Stores many small files as one object, such as `thumbnails.bundle`. Returns the URL of each part, in order. */
  readonly putBundle: (name: string, parts: readonly BundlePart[]) => Promise<string[]>;
  /** Of an item of a crawl: the item that has this content, see `CrawlStore`. */
  readonly claimContent: (contentKey: string) => Promise<string | null>;
}

/** How an operation ended. */
export interface OperationOutcome {
  readonly verdict: Verdict;
  /** The response body without `requestMetadata`; bytes are the JSON of their value, and are handed over. Present exactly if the response is a 200. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** Added to `requestMetadata`: `url`, `html`, `preview`. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** With a failure: the document that could not be read. It is stored, and the error response links it. */
  readonly page?: { readonly name: string; readonly body: Uint8Array | string };
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** Parts that cost extra and could not be had: they are not charged. */
  readonly leftOut?: readonly string[] | undefined;
  /** Status of the target's last response, if it gave one. */
  readonly statusCode?: number | undefined;
  /** With `rate_limited`: how long the target asked to wait. */
  readonly retryAfterSeconds?: number | undefined;
  /** Tier that served or was tried last, for metrics. */
  readonly tier?: string | undefined;
  /** Of a success of a crawl's item: what its page links to. */
  readonly found?: FoundPages | undefined;
}

/** Runs one operation. `row.params` has passed the operation's schema at admission. */
export type ExecuteOperation = (row: RequestRow, context: OperationContext) => Promise<OperationOutcome>;

/** One ended attempt, for metrics. */
export interface OperationReport {
  readonly operation: string;
  readonly verdict: Verdict;
  readonly tier: string;
  readonly durationMs: number;
  /** False: another attempt or the gateway had ended the request; the result was discarded. */
  readonly isWinner: boolean;
}
