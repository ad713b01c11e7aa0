import type { Request } from 'express';
import type { Users } from '@quarry/people';
import { refuse, type Refusal } from '../http/errors.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import { addressKey } from '../throttle/address-key.js';
import type { SignInThrottle } from '../throttle/sign-in-throttle.js';

export interface CheckPasswordOptions {
  readonly users: Pick<Users, 'get'>;
  readonly hasher: PasswordHasher;
  readonly throttle: SignInThrottle;
}

/**
 * Checks the password of an e-mail address; returns why it is refused. An address that nobody has costs the same work and gets
 * the same response as a wrong password.
 */
export const createPasswordCheck =
  ({ users, hasher, throttle }: CheckPasswordOptions) =>
  async (request: Request, email: string, password: string): Promise<Refusal | undefined> => {
    const outcome = await throttle.run({ email, address: addressKey(request.ip) }, async () => {
      const user = await users.get(email);
      return hasher.verify(user?.passwordHash, password);
    });
    if (outcome === true) return undefined;
    if (outcome === false) return refuse('wrong_credentials');
    return refuse('too_many_attempts', { retryAfterSeconds: outcome.waitSeconds });
  };
