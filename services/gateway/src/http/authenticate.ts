import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Account, Clock, KeyStore } from '@quarry/store';
import { KEY_CACHE_ENTRIES, KEY_CACHE_MS, STORE_ANSWER_MS } from '../bounds.js';
import { withTimeout } from './with-timeout.js';
import { requestState } from './request-state.js';
import { sendError } from './send-error.js';

interface Known {
  readonly account: Promise<Account | null>;
  readonly untilMs: number;
}

export interface Authenticator {
  /** The account of the request's key; null for a missing, unknown or revoked key. */
  identify(request: Request): Promise<Account | null>;
  /** The same; sends a 401 if there is no account. */
  require(request: Request, response: Response): Promise<Account | null>;
}

const BEARER = /^Bearer +(\S+) *$/i;

/** The key of `x-api-key` or `Authorization: Bearer`; null if there is none, or two that differ. */
export const sentKeyOf = ({ headers }: Pick<Request, 'headers'>): string | null => {
  const { 'x-api-key': plain, authorization = '' } = headers;
  const bearer = BEARER.exec(authorization)?.[1];
  if (typeof plain !== 'string' || plain === '') return bearer ?? null;
  return bearer === undefined || bearer === plain ? plain : null;
};

/** Caches verified keys for a moment by their hash, and shares concurrent lookups. Unknown keys are not cached. */
export const createAuthenticator = (keys: Pick<KeyStore, 'authenticate'>, clock: Clock): Authenticator => {
  const known = new Map<string, Known>();

  const ask = (keyHash: string, plainKey: string): Promise<Account | null> => {
    const account = withTimeout(STORE_ANSWER_MS, keys.authenticate(plainKey)).then((found) => found?.account ?? null);
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
    const plainKey = sentKeyOf(request);
    if (plainKey === null) return null;
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
