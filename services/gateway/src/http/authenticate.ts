import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AccountStore, Clock, KeyStore } from '@quarry/store';
import type { ConsoleTokens } from '@quarry/tokens';
import { KEY_CACHE_ENTRIES, KEY_CACHE_MS, STORE_ANSWER_MS } from '../bounds.js';
import { CONSOLE_KEY_ID, type Caller } from './caller.js';
import { withTimeout } from './with-timeout.js';
import { requestState } from './request-state.js';
import { sendError } from './send-error.js';

interface Known {
  readonly account: Promise<Caller | null>;
  readonly untilMs: number;
}

export interface AuthenticatorOptions {
  /** Where the deployment has a secret: tokens of the console are accepted as keys are, for accounts that are not disabled. */
  readonly consoleTokens?: Pick<ConsoleTokens, 'open'> | undefined;
  readonly accounts?: Pick<AccountStore, 'get'>;
  /** Called when the store has verified a key; must return at once. */
  readonly onKeyUsed?: (keyId: string) => void;
}

export interface Authenticator {
  /** The account and key of a request, by its key or console token; null for a missing, unknown, expired or revoked one. */
  identify(request: Request): Promise<Caller | null>;
  /** The same; sends a 401 if there is no account. */
  require(request: Request, response: Response): Promise<Caller | null>;
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
export const createAuthenticator = (
  keys: Pick<KeyStore, 'authenticate'>,
  clock: Clock,
  { consoleTokens, accounts, onKeyUsed }: AuthenticatorOptions = {},
): Authenticator => {
  const known = new Map<string, Known>();

  const ask = (name: string, find: () => Promise<Caller | null>): Promise<Caller | null> => {
    const account = withTimeout(STORE_ANSWER_MS, find());
    const oldest = known.keys().next();
    if (known.size >= KEY_CACHE_ENTRIES && !oldest.done) known.delete(oldest.value);
    known.set(name, { account, untilMs: clock() + KEY_CACHE_MS });
    const forget = (): void => {
      if (known.get(name)?.account === account) known.delete(name);
    };
    account.then((found) => (found === null ? forget() : undefined), forget);
    return account;
  };

  const recall = (name: string, find: () => Promise<Caller | null>): Promise<Caller | null> => {
    const remembered = known.get(name);
    if (remembered !== undefined && remembered.untilMs > clock()) return remembered.account;
    known.delete(name);
    return ask(name, find);
  };

  const findByKey = async (plainKey: string): Promise<Caller | null> => {
    const found = await keys.authenticate(plainKey);
    if (found === null) return null;
    const { account, keyId, limits } = found;
    onKeyUsed?.(keyId);
    return { ...account, key: { id: keyId, limits } };
  };

  const findActive = async (accountId: string): Promise<Caller | null> => {
    const account = (await accounts?.get(accountId)) ?? null;
    return account === null || account.isDisabled ? null : { ...account, key: { id: CONSOLE_KEY_ID } };
  };

  const identify = async (request: Request): Promise<Caller | null> => {
    const plainKey = sentKeyOf(request);
    if (plainKey === null) return null;
    // Opened each time, so that a token ends with its time. What does not open may still be a key.
    const caller = consoleTokens?.open(plainKey, clock()) ?? null;
    if (caller !== null) return recall(`account ${caller.accountId}`, () => findActive(caller.accountId));
    return recall(hash('sha256', plainKey, 'base64'), () => findByKey(plainKey));
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
