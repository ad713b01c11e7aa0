import type { Clock } from '@quarry/store';
import { SIGN_IN_WINDOW_MS, SIGN_INS_PER_ADDRESS, SIGN_INS_PER_EMAIL_AND_ADDRESS } from '../bounds.js';
import { createAttempts } from './attempts.js';

export interface SignInThrottle {
  /** Runs a check of a password. Seconds to wait instead when there were too many wrong ones. */
  run(
    attempt: { email: string; address: string },
    check: () => Promise<boolean>,
  ): Promise<boolean | { waitSeconds: number }>;
}

/** Counts wrong passwords per e-mail address and network address, and per network address over all e-mail addresses. */
export const createSignInThrottle = (clock: Clock): SignInThrottle => {
  const windowMs = SIGN_IN_WINDOW_MS;
  const pairs = createAttempts({ limit: SIGN_INS_PER_EMAIL_AND_ADDRESS, windowMs, clock });
  const addresses = createAttempts({ limit: SIGN_INS_PER_ADDRESS, windowMs, clock });
  return {
    run: async ({ email, address }, check) => {
      const pair = `${address} ${email}`;
      const waitForPair = pairs.take(pair);
      if (waitForPair !== undefined) return { waitSeconds: waitForPair };
      const waitForAddress = addresses.take(address);
      if (waitForAddress !== undefined) {
        pairs.giveBack(pair);
        return { waitSeconds: waitForAddress };
      }
      let isCounted = true;
      try {
        const isRight = await check();
        isCounted = !isRight;
        if (isRight) pairs.forget(pair);
        return isRight;
      } catch (error) {
        // The password was not looked at.
        pairs.giveBack(pair);
        isCounted = false;
        throw error;
      } finally {
        if (!isCounted) addresses.giveBack(address);
      }
    },
  };
};
