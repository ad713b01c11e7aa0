import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Account, Clock, KeyStore } from '@quarry/store';
import { KEY_CACHE_ENTRIES, KEY_CACHE_MS, STORE_ANSWER_MS } from '../bounds.js';
import { answerWithin } from './answer-within.js';
import { requestState } from './request-state.js';
import { sendError } from './send-error.js';

interface Known {
  readonly account: Promise<Account | null>;
  readonly untilMs: number;
}

export interface Authenticator {
  /** The account of the request's x-api-key; null for a missing, unknown or revoked key. */
  identify(request: Request): Promise<Account | null>;
  /** The same, and where there is no account the 401 is sent. */
  require(request: Request, response: Response): Promise<Account | null>;
}

/** Believes a verified key for a moment, keyed by its hash, and asks once for calls that come together. Unknown keys are not remembered. */
export const createAuthenticator = (keys: Pick<KeyStore, 'authenticate'>, clock: Clock): Authenticator => {
  const known = new Map<string, Known>();

  const ask = (keyHash: string, plainKey: string): Promise<Account | null> => {
    const account = answerWithin(STORE_ANSWER_MS, keys.authenticate(plainKey)).then((found) => found?.account ?? null);
    const oldest = known.keys().next();
    if (known.size >= KEY_CACHE_ENTRIES && !oldest.done) known.delete(oldest.value);
    known.set(keyHash, { account, untilMs: clock() + KEY_CACHE_MS });
    const forget = (): void => {
      if (known.get(keyHash)?.account === account) known.delete(keyHash);
    };
    account.then((found) => (found === null ? forget() : undefined), forget);
    return account;
  };

  const identify = async (request: Request): Promise<Account | null> => {
    const plainKey = request.headers['x-api-key'];
    if (typeof plainKey !== 'string' || plainKey === '') return null;
    const keyHash = hash('sha256', plainKey, 'base64');
    const remembered = known.get(keyHash);
    if (remembered !== undefined && remembered.untilMs > clock()) return remembered.account;
    known.delete(keyHash);
    return ask(keyHash, plainKey);
  };

  return {
    identify,
    require: async (request, response) => {
      const account = await identify(request);
      if (account === null) sendError(response, 'unauthorized');
      else requestState(response).account = account;
      return account;
    },
  };
};
