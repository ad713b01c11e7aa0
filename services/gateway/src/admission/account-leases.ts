import type { Leases, LeaseTake } from '@quarry/queue';
import type { RequestStore } from '@quarry/store';
import { MAX_RECALLED_LEASES, STORE_ANSWER_MS } from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';

/** Places of accounts as the gateway sees them: always known. */
export interface AccountLeases extends Pick<Leases, 'reassert' | 'release'> {
  /** `expiresAtMs` is asked when the place is taken: to learn who holds the others takes its time. */
  take(
    accountId: string,
    requestId: string,
    limit: number,
    expiresAtMs: () => number,
  ): Promise<Extract<LeaseTake, { isKnown: true }>>;
  inUse(accountId: string): Promise<number>;
}

/** Learns from the open requests who holds the places of an account whenever Redis has forgotten it. */
export const createAccountLeases = (
  leases: Pick<Leases, 'take' | 'seed' | 'reassert' | 'release' | 'inUse'>,
  requests: Pick<RequestStore, 'listOpen'>,
): AccountLeases => {
  const recalls = new Map<string, Promise<void>>();
  const readAndTell = async (accountId: string): Promise<void> => {
    const open = await answerWithin(STORE_ANSWER_MS, requests.listOpen(accountId, MAX_RECALLED_LEASES));
    await leases.seed(
      accountId,
      open.map(({ id, deadlineAtMs }) => ({ requestId: id, expiresAtMs: deadlineAtMs })),
    );
  };
  /** Once for all calls of the account that find out together, as after a restart of Redis. */
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
      // Lost twice within a moment: as good as a queue that is away.
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
