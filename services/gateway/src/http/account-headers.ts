import type { Request, Response } from 'express';
import type { Logger } from '@quarry/observability';
import type { Account, AccountStore } from '@quarry/store';
import type { AccountLeases } from '../admission/account-leases.js';
import { ACCOUNT_HEADERS_MS } from '../bounds.js';
import type { Authenticator } from './authenticate.js';

export interface AccountFigures {
  readonly availableCredits?: number | undefined;
  readonly inUse?: number | undefined;
}

export interface AccountHeadersOptions {
  readonly accounts: Pick<AccountStore, 'period'>;
  readonly leases: Pick<AccountLeases, 'inUse'>;
  readonly log: Logger;
}

/**
 * Sets the account's credits and concurrency on a response, reading the values that are not `known`.
 * Concurrency is in the RateLimit header fields: a policy of N concurrent requests, r left.
 */
export const createAccountHeaders = ({ accounts, leases, log }: AccountHeadersOptions) => {
  // A response does not wait long for these headers: late or failed values are omitted.
  const readOrOmit = async (read: () => Promise<number | undefined>): Promise<number | undefined> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ACCOUNT_HEADERS_MS);
    });
    try {
      return await Promise.race([read(), late]);
    } catch (error) {
      log.warn('response is sent without its account headers', { error });
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
  return async (response: Response, account: Account, known: AccountFigures = {}): Promise<void> => {
    const [credits, inUse] = await Promise.all([
      known.availableCredits ?? readOrOmit(async () => (await accounts.period(account.id))?.available),
      known.inUse ?? readOrOmit(() => leases.inUse(account.id)),
    ]);
    if (response.headersSent) return;
    if (credits !== undefined) response.setHeader('x-credits-remaining', String(credits));
    response.setHeader('ratelimit-policy', `"concurrency";q=${account.concurrency};qu="concurrent-requests"`);
    if (inUse !== undefined) {
      response.setHeader('ratelimit', `"concurrency";r=${Math.max(0, account.concurrency - inUse)}`);
    }
  };
};

export type AccountHeaders = ReturnType<typeof createAccountHeaders>;

/** Sets them on a response that needs no key, such as a 404, if a valid key was sent. */
export const createKeyHeaders =
  (authenticator: Pick<Authenticator, 'identify'>, accountHeaders: AccountHeaders) =>
  async (request: Request, response: Response): Promise<void> => {
    // Omitted if the key cannot be looked up.
    const account = await authenticator.identify(request).catch(() => null);
    if (account !== null) await accountHeaders(response, account);
  };

export type KeyHeaders = ReturnType<typeof createKeyHeaders>;
