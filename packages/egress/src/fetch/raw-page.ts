import type { CookieChange } from '@quarry/contracts';
import type { ScenarioOutcome } from '../port.js';
import type { NetworkFailure } from './network-error.js';

/** What a tier has fetched, not judged yet. */
export interface RawPage {
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly isRedirected: boolean;
  /** The body is a rendered document, serialised as UTF-8 html. */
  readonly isRendered: boolean;
  readonly screenshot?: Uint8Array | undefined;
  readonly preview?: Uint8Array | undefined;
  readonly pdf?: Uint8Array | undefined;
  readonly scenario?: ScenarioOutcome | undefined;
  /** Of a fetch with a session. */
  readonly cookieChanges?: readonly CookieChange[] | undefined;
  /** What only the tier can know of it that a caller should. */
  readonly warnings?: readonly string[] | undefined;
}

export type TierResult =
  | { readonly isAnswered: true; readonly page: RawPage }
  /** `message`: for the caller, more than the verdict's own text says. */
  | ({ readonly isAnswered: false; readonly message?: string | undefined } & NetworkFailure);

/** Reason of a fetch whose time passed while it waited for a place. */
export const NO_SLOT = 'no_slot';

export const answered = (page: RawPage): TierResult => ({ isAnswered: true, page });

export const unanswered = (verdict: NetworkFailure['verdict'], reason: string, message?: string): TierResult => ({
  isAnswered: false,
  verdict,
  reason,
  message,
});
