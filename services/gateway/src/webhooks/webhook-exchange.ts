import type { Request, RequestHandler, Response } from 'express';
import type { Account } from '@quarry/store';
import type { Refusal } from '../admission/screen-request.js';
import type { AccountHeaders, KeyHeaders } from '../http/account-headers.js';
import type { Authenticator } from '../http/authenticate.js';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';

export interface ExchangeOptions {
  readonly authenticator: Authenticator;
  readonly accountHeaders: AccountHeaders;
  readonly keyHeaders: KeyHeaders;
}

/** One call of a webhook path while it is answered. */
export interface WebhookExchange {
  readonly request: Request;
  readonly response: Response;
  readonly account: Account;
  /** Each sends with the account's headers. */
  refuse(refusal: Refusal): Promise<void>;
  send(data: object): Promise<void>;
  /** Sends what `send` does, behind the account's headers. */
  sendOtherwise(send: () => Promise<void>): Promise<void>;
}

/** The handler of a path that takes these methods, for whoever has a key. */
export const onPath =
  (
    { authenticator, accountHeaders, keyHeaders }: ExchangeOptions,
    { path, methods }: { readonly path: string; readonly methods: readonly string[] },
    answer: (exchange: WebhookExchange) => Promise<void>,
  ): RequestHandler =>
  async (request, response) => {
    requestState(response).route = path;
    if (!methods.includes(request.method)) {
      await keyHeaders(request, response);
      return sendMethodNotAllowed(response, methods);
    }
    const account = await authenticator.require(request, response);
    if (account === null) return;
    await answer({
      ...{ request, response, account },
      refuse: async ({ error, detail, retryAfterSeconds }) => {
        await accountHeaders(response, account);
        sendError(response, error, { ...detail, retryAfterSeconds });
      },
      send: async (data) => {
        await accountHeaders(response, account);
        if (!response.destroyed) response.json({ status: 'ok', data });
      },
      sendOtherwise: async (send) => {
        await accountHeaders(response, account);
        await send();
      },
    });
  };
