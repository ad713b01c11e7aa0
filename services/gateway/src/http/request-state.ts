import type { Response } from 'express';
import type { ErrorCode } from '@quarry/contracts';
import type { Span } from '@quarry/observability';
import type { Account } from '@quarry/store';

/** What the gateway knows about one HTTP request while it answers it. */
export interface RequestState {
  /** A replayed answer carries that of the first call. */
  id: string;
  readonly startedAt: number;
  /** Label of the metric; never the caller's own path. */
  route: string;
  account?: Account;
  /** What the body counts where refused bytes are counted; as many as came where it was not read to its end. */
  bodyBytes?: number;
  /** Of the error that was answered. */
  errorCode?: ErrorCode;
  readonly span: Span;
}

const KEY = 'request';

export const setRequestState = (response: Response, state: RequestState): void => {
  response.locals[KEY] = state;
};

// safe because the first middleware puts it there for every request
export const requestState = (response: Response): RequestState => response.locals[KEY] as RequestState;
