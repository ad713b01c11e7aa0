import type { Response } from 'express';
import type { ErrorBody, ErrorCode } from '@quarry/contracts';
import type { Span } from '@quarry/observability';
import type { Caller } from './caller.js';

/** The state of one HTTP request while it is answered. */
export interface RequestState {
  /** A replayed response has the id of the first call. */
  id: string;
  readonly startedAt: number;
  /** Label of the metric; never the caller's own path. */
  route: string;
  account?: Caller;
  /** Bytes of the body for the limit on refused bytes; the received ones if it was not read to its end. */
  bodyBytes?: number;
  /** Code of the error response. */
  errorCode?: ErrorCode;
  /** How errors are told to clients of another API. Default: as they are. */
  tellError?: (error: ErrorBody) => { readonly statusCode: number; readonly body: object };
  readonly span: Span;
}

const KEY = 'request';

export const setRequestState = (response: Response, state: RequestState): void => {
  response.locals[KEY] = state;
};

// safe because the first middleware sets it for every request
export const requestState = (response: Response): RequestState => response.locals[KEY] as RequestState;
