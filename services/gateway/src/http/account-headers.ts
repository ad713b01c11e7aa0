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
 * Puts the account's credits and concurrency on an answer, reading what the caller does not know already.
 * Concurrency has the structured form of the RateLimit header fields: a policy of N concurrent requests, r left.
 */
export const createAccountHeaders = ({ accounts, leases, log }: AccountHeadersOptions) => {
  // An answer never waits long for its decoration: what is late or fails is left out.
  const readOrOmit = async (read: () => Promise<number | undefined>): Promise<number | undefined> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ACCOUNT_HEADERS_MS);
    });
    try {
      return await Promise.race([read(), late]);
    } catch (error) {
      log.warn('answer goes without its account headers', { error });
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

/** Puts them on an answer that asks for no key, such as a 404, where a valid key was sent all the same. */
export const createKeyHeaders =
  (authenticator: Pick<Authenticator, 'identify'>, accountHeaders: AccountHeaders) =>
  async (request: Request, response: Response): Promise<void> => {
    // Where the key cannot be looked up, the answer goes without.
    const account = await authenticator.identify(request).catch(() => null);
    if (account !== null) await accountHeaders(response, account);
  };

export type KeyHeaders = ReturnType<typeof createKeyHeaders>;
