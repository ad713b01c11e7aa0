import type { Leases, LeaseTake } from '@quarry/queue';
import type { RequestStore } from '@quarry/store';
import { MAX_RECALLED_LEASES, STORE_ANSWER_MS } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';

/** Leases of accounts whose state is always known. */
export interface AccountLeases extends Pick<Leases, 'reassert' | 'release'> {
  /** `expiresAtMs` is called when the lease is taken, because learning the other leases takes time. */
  take(
    accountId: string,
    requestId: string,
    limit: number,
    expiresAtMs: () => number,
  ): Promise<Extract<LeaseTake, { isKnown: true }>>;
  inUse(accountId: string): Promise<number>;
}

/** Restores an account's leases from its open requests whenever Redis has lost them. */
export const createAccountLeases = (
  leases: Pick<Leases, 'take' | 'seed' | 'reassert' | 'release' | 'inUse'>,
  requests: Pick<RequestStore, 'listOpen'>,
): AccountLeases => {
  const recalls = new Map<string, Promise<void>>();
  const readAndTell = async (accountId: string): Promise<void> => {
    const open = await withTimeout(STORE_ANSWER_MS, requests.listOpen(accountId, MAX_RECALLED_LEASES));
    await leases.seed(
      accountId,
      open.map(({ id, deadlineAtMs }) => ({ requestId: id, expiresAtMs: deadlineAtMs })),
    );
  };
  /** Once for all concurrent calls of the account, such as after a restart of Redis. */
  const recall = (accountId: string): Promise<void> => {
    const underWay = recalls.get(accountId);
    if (underWay !== undefined) return underWay;
    const begun = readAndTell(accountId).finally(() => recalls.delete(accountId));
    recalls.set(accountId, begun);
    return begun;
  };
  return {
    take: async (accountId, requestId, limit, expiresAtMs) => {
      const first = await leases.take(accountId, requestId, limit, expiresAtMs());
      if (first.isKnown) return first;
      await recall(accountId);
      const second = await leases.take(accountId, requestId, limit, expiresAtMs());
      // Lost twice in a row: the same as an unavailable queue.
      return second.isKnown ? second : { isKnown: true, isTaken: false, inUse: limit };
    },
    inUse: async (accountId) => {
      const known = await leases.inUse(accountId);
      if (known !== undefined) return known;
      await recall(accountId);
      return (await leases.inUse(accountId)) ?? 0;
    },
    reassert: (accountId, requestId, expiresAtMs) => leases.reassert(accountId, requestId, expiresAtMs),
    release: (accountId, requestId) => leases.release(accountId, requestId),
  };
};
