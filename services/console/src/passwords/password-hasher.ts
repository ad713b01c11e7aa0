import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { HASHES_AT_ONCE, HASHES_WAITING } from '../bounds.js';

/** OWASP's first choice for argon2id (algorithm 2): 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash that no password has, with the same parameters: checking against it takes as long as against a user's. */
const NOBODYS_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Too many passwords wait to be hashed. */
export class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
}

export interface PasswordHasher {
  /** The hash with its salt and parameters, as text. */
  hash(password: string): Promise<string>;
  /** False without a hash, after the same work. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** The functions that do the work. */
export interface HashFunctions {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

const argon2id: HashFunctions = {
  hash: (password) => hash(password, PARAMETERS),
  verify: (passwordHash, password) => verify(passwordHash, password),
};

/** The same password may be typed in several Unicode forms. */
const canonical = (password: string): string => password.normalize('NFKC');

/**
 * Hashes a bounded number of passwords at once, on threads, so that signing in leaves processor time to everything else. Rejects
 * with `HasherBusyError` when too many wait already.
 */
export const createPasswordHasher = (functions: HashFunctions = argon2id): PasswordHasher => {
  const limit = pLimit(HASHES_AT_ONCE);
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= HASHES_WAITING) return Promise.reject(new HasherBusyError('too many passwords to check'));
    return limit(work);
  };
  return {
    hash: (password) => run(() => functions.hash(canonical(password))),
    verify: async (passwordHash, password) => {
      const isRight = await run(() => functions.verify(passwordHash ?? NOBODYS_HASH, canonical(password)));
      return passwordHash !== undefined && isRight;
    },
  };
};
