import type { ErrorCode, Verdict } from '@quarry/contracts';
import type { SavedPage } from './saved-page.js';

export interface OfflineInput {
  readonly page: SavedPage;
  /** Checked if given; required ones may be missing. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The result without `requestMetadata`, or why there is none: the verdict on the page, or an error of the request. */
export type OfflineOutcome =
  | { readonly verdict: 'ok'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly verdict: Exclude<Verdict, 'ok'>; readonly reason?: string; readonly message?: string }
  | { readonly verdict?: never; readonly error: ErrorCode; readonly message: string };

export interface OfflineParser {
  /** How a fetched page is judged for this operation. */
  readonly purpose: 'page' | 'record';
  readonly parse: (input: OfflineInput) => OfflineOutcome | Promise<OfflineOutcome>;
}
