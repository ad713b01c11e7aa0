import type { RequestHandler } from 'express';
import type { BatchRoute } from '@quarry/contracts';
import type { AccountHeaders, KeyHeaders } from '../http/account-headers.js';
import type { Authenticator } from '../http/authenticate.js';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';

/** Batch paths are part of the contract before they are served: a valid key gets a 501. */
export const createBatchRoute = (
  options: {
    readonly authenticator: Authenticator;
    readonly accountHeaders: AccountHeaders;
    readonly keyHeaders: KeyHeaders;
  },
  path: string,
  routes: readonly BatchRoute[],
): RequestHandler => {
  const methods = routes.map(({ method }) => method);
  return async (request, response) => {
    requestState(response).route = path;
    if (!methods.some((method) => method === request.method)) {
      await options.keyHeaders(request, response);
      return sendMethodNotAllowed(response, methods);
    }
    const account = await options.authenticator.require(request, response);
    if (account === null) return;
    await options.accountHeaders(response, account);
    sendError(response, 'not_implemented');
  };
};
