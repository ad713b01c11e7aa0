import { randomUUID } from 'node:crypto';
import { maskParams } from '@quarry/contracts';
import type { Clock, RecordStore, StoredRecord } from '@quarry/store';
import { z } from 'zod';
import { MAX_SHARED_BYTES, MAX_SHARED_CALLS, SHARED_CALL_LIFE_MS } from '../bounds.js';

/** The owner of a record is the account. */
const KIND = 'shared-call';
const callData = z.object({
  operation: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** E-mail address of the person who shared it. */
  by: z.string(),
});

export interface SharedCall extends Readonly<z.output<typeof callData>> {
  readonly id: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

const toCall = ({ id, data, createdAtMs, expiresAtMs = createdAtMs }: StoredRecord): SharedCall => ({
  ...callData.parse(data),
  ...{ id, createdAtMs, expiresAtMs },
});

type NewCall = Pick<SharedCall, 'operation' | 'params' | 'by'>;

/** Calls that members of an account share with each other: parameters without secrets, for some time. */
export const createSharedCalls = (records: Pick<RecordStore, 'get' | 'insert' | 'list' | 'remove'>, clock: Clock) => {
  const list = async (accountId: string): Promise<readonly SharedCall[]> =>
    (await records.list(KIND, accountId, { limit: MAX_SHARED_CALLS })).map(toCall);

  /** Null for an unknown or expired one, and for one of another account. */
  const get = async (accountId: string, id: string): Promise<SharedCall | null> => {
    const record = await records.get(KIND, id);
    return record?.owner === accountId ? toCall(record) : null;
  };

  return {
    ...{ list, get },
    add: async (
      accountId: string,
      { operation, params, by }: NewCall,
    ): Promise<SharedCall | 'full' | 'removed' | 'too large'> => {
      // Safe because an object stays one.
      const shown = maskParams(params) as NewCall['params'];
      if (Buffer.byteLength(JSON.stringify(shown)) > MAX_SHARED_BYTES) return 'too large';
      if ((await list(accountId)).length >= MAX_SHARED_CALLS) return 'full';
      const [id, expiresAtMs] = [randomUUID(), clock() + SHARED_CALL_LIFE_MS];
      const data = { operation, params: shown, by };
      await records.insert({ kind: KIND, id, owner: accountId, data, expiresAtMs });
      return (await get(accountId, id)) ?? 'removed';
    },
    /** False: the account has no such call. */
    remove: async (accountId: string, id: string): Promise<boolean> =>
      (await get(accountId, id)) !== null && records.remove(KIND, id),
  };
};
