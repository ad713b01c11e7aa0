import type { NetworkFailure } from './network-error.js';

/** What a tier brings home before it is judged. */
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
}

export type TierResult =
  | { readonly isAnswered: true; readonly page: RawPage }
  /** `message`: what the verdict's own text does not say, for the caller. */
  | ({ readonly isAnswered: false; readonly message?: string } & NetworkFailure);

/** Reason of a fetch whose time ended in our own queue. */
export const NO_SLOT = 'no_slot';

export const answered = (page: RawPage): TierResult => ({ isAnswered: true, page });

export const unanswered = (verdict: NetworkFailure['verdict'], reason: string, message?: string): TierResult => ({
  isAnswered: false,
  verdict,
  reason,
  ...(message === undefined ? {} : { message }),
});
