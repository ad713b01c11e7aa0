import type { Response } from 'express';

/** The state of one call while it is answered. */
export interface RequestState {
  readonly id: string;
  /** Label of the metric; never the caller's own path. */
  route: string;
  accountId?: string;
}

const KEY = 'request';

export const setRequestState = (response: Response, state: RequestState): void => {
  response.locals[KEY] = state;
};

// safe because the first middleware sets it for every call
export const requestState = (response: Response): RequestState => response.locals[KEY] as RequestState;
