import { randomUUID } from 'node:crypto';
import type { Clock, RecordStore } from '@quarry/store';
import { ALERT_LEASE_MS } from '../bounds.js';

const KIND = 'alert-lease';
const ID = 'rounds';

/** The right to make the rounds, which one process keeps as long as it makes them. */
export const createRoundLease = (records: Pick<RecordStore, 'get' | 'insert' | 'remove' | 'replace'>, clock: Clock) => {
  const data = { holder: randomUUID() };
  const isOurs = (held: unknown): boolean =>
    typeof held === 'object' && held !== null && 'holder' in held && held.holder === data.holder;
  return {
    /** Takes or renews it. False: another process has it. */
    take: async (): Promise<boolean> => {
      const expiresAtMs = clock() + ALERT_LEASE_MS;
      if (await records.insert({ kind: KIND, id: ID, owner: ID, data, expiresAtMs })) return true;
      const held = await records.get(KIND, ID);
      if (held === null || !isOurs(held.data)) return false;
      return (await records.replace(KIND, ID, held.version, { data, expiresAtMs })) !== null;
    },
    /** Lets another process begin at once. */
    giveBack: async (): Promise<void> => {
      const held = await records.get(KIND, ID);
      if (held !== null && isOurs(held.data)) await records.remove(KIND, ID);
    },
  };
};
