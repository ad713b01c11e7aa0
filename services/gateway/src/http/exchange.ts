import type { Request, RequestHandler, Response } from 'express';
import type { Refusal } from '../admission/screen-request.js';
import type { AccountFigures, AccountHeaders, KeyHeaders } from './account-headers.js';
import type { Authenticator } from './authenticate.js';
import type { Caller } from './caller.js';
import { requestState } from './request-state.js';
import { sendError, sendMethodNotAllowed } from './send-error.js';

/** A call with a valid key while it is answered. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly account: Caller;
  /** Sends a refusal with the account's headers; `known` figures are not read again. */
  readonly refuse: (refusal: Refusal, known?: AccountFigures) => Promise<void>;
  /** Sends a JSON body with the account's headers. */
  readonly send: (body: object) => Promise<void>;
  /** Sets the account's headers on a response that is sent otherwise. */
  readonly putHeaders: () => Promise<void>;
}

export interface ExchangeOptions {
  readonly authenticator: Authenticator;
  readonly accountHeaders: AccountHeaders;
  readonly keyHeaders: KeyHeaders;
}

export const openExchange = (
  { accountHeaders }: Pick<ExchangeOptions, 'accountHeaders'>,
  request: Request,
  response: Response,
  account: Caller,
): Exchange => {
  const putHeaders = (): Promise<void> => accountHeaders(response, account);
  return {
    ...{ request, response, account, putHeaders },
    refuse: async ({ error, detail, retryAfterSeconds }, known) => {
      await accountHeaders(response, account, known);
      sendError(response, error, { ...detail, retryAfterSeconds });
    },
    send: async (body) => {
      await putHeaders();
      if (!response.destroyed) response.json(body);
    },
  };
};

/** The handler of a path that supports `methods`, for callers with a valid key. */
export const onPath =
  (
    options: ExchangeOptions,
    { path, methods }: { readonly path: string; readonly methods: readonly string[] },
    answer: (exchange: Exchange) => Promise<void>,
  ): RequestHandler =>
  async (request, response) => {
    requestState(response).route = path;
    if (!methods.includes(request.method)) {
      await options.keyHeaders(request, response);
      return sendMethodNotAllowed(response, methods);
    }
    const account = await options.authenticator.require(request, response);
    if (account !== null) await answer(openExchange(options, request, response, account));
  };

/** Aborts when the connection ends before the response is out. */
export const clientGoneSignal = (response: Response): AbortSignal => {
  const controller = new AbortController();
  if (response.closed && !response.writableFinished) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};
