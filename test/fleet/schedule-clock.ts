import type { Store } from '@quarry/store';
import { poll } from '@quarry/testkit';

const TIMEOUT_MS = 60_000;

/** What the gateway keeps of a schedule. */
type ScheduleData = Record<string, unknown>;

/** Makes the clock of a schedule act now on what `change` makes of it, as if the time had passed. */
export const passTime = async (
  { records }: Pick<Store, 'records'>,
  id: string,
  change: (data: ScheduleData) => object,
): Promise<void> => {
  const write = async (): Promise<boolean> => {
    const record = await records.get('schedule', id);
    if (record === null) throw new Error('the schedule is gone');
    // safe because it is an object
    const data = change(record.data as ScheduleData);
    return (await records.replace('schedule', id, record.version, { data, dueAtMs: Date.now() })) !== null;
  };
  await poll(write, (isWritten) => isWritten, { timeoutMs: TIMEOUT_MS });
};

/** Makes a schedule due. */
export const makeDue = (store: Pick<Store, 'records'>, id: string): Promise<void> =>
  passTime(store, id, (data) => ({ ...data, nextDueMs: Date.now() }));
