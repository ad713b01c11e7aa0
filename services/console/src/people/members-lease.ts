import { setTimeout } from 'node:timers/promises';
import type { Clock } from '@quarry/store';
import { MEMBERS_LEASE_MS, MEMBERS_LEASE_PAUSE_MS, MEMBERS_LEASE_TRIES } from '../bounds.js';
import type { ConsolePorts } from '../ports.js';

const KIND = 'members-lease';

/**
 * Runs one change of an account's members at a time, over all processes: two owners who demote each other at once must not leave
 * an account without any. Undefined when others do not let go.
 */
export const createMembersLease =
  (records: Pick<ConsolePorts['records'], 'insert' | 'remove'>, clock: Clock) =>
  async <T>(accountId: string, change: () => Promise<T>): Promise<T | undefined> => {
    for (let tries = 0; tries < MEMBERS_LEASE_TRIES; tries += 1) {
      const expiresAtMs = clock() + MEMBERS_LEASE_MS;
      const isOurs = await records.insert({ kind: KIND, id: accountId, owner: accountId, data: {}, expiresAtMs });
      if (!isOurs) {
        await setTimeout(MEMBERS_LEASE_PAUSE_MS);
        continue;
      }
      try {
        return await change();
      } finally {
        await records.remove(KIND, accountId);
      }
    }
    return undefined;
  };
