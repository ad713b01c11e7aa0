import type { Clock, RecordStore, StoredRecord } from '@quarry/store';
import { SCHEDULE_LEASE_MS } from '../bounds.js';
import { SCHEDULE_KIND, type ScheduleData } from './schedule-data.js';

/** Another replica, or its account, has changed the schedule meanwhile. What was done is found again by its ids. */
export class ScheduleMovedError extends Error {
  override readonly name = 'ScheduleMovedError';
}

/** A schedule that this replica has to itself until its lease ends. */
export interface Claim {
  readonly id: string;
  readonly accountId: string;
  /** Rejects with a `ScheduleMovedError` if the claim is lost. */
  save(data: ScheduleData, dueAtMs: number | undefined): Promise<void>;
}

/** Undefined: another replica was faster. */
export const claimSchedule = async (
  records: Pick<RecordStore, 'replace'>,
  clock: Clock,
  record: StoredRecord,
): Promise<Claim | undefined> => {
  const { id, owner: accountId } = record;
  let { version } = record;
  const replace = async (data: unknown, dueAtMs: number | undefined): Promise<boolean> => {
    const saved = await records.replace(SCHEDULE_KIND, id, version, { data, dueAtMs });
    version = saved?.version ?? version;
    return saved !== null;
  };
  if (!(await replace(record.data, clock() + SCHEDULE_LEASE_MS))) return undefined;
  return {
    ...{ id, accountId },
    save: async (data, dueAtMs) => {
      if (!(await replace(data, dueAtMs))) throw new ScheduleMovedError();
    },
  };
};
