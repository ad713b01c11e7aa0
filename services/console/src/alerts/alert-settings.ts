import type { RecordStore, StoredRecord } from '@quarry/store';
import { z } from 'zod';
import { ALERT_PAGE_ROWS } from '../bounds.js';

const KIND = 'alert-settings';
/** One owner for all, so that a round can list them. */
const OWNER = 'all';

const settingsData = z.object({
  /** Used credits of the period, in percent. */
  shares: z.array(z.number()).default([]),
  /** Credits left in the period, below which somebody should know. */
  creditsLeft: z.number().optional(),
  /** Credits spent on a UTC day, above which somebody should know. */
  creditsPerDay: z.number().optional(),
  emails: z.array(z.string()).default([]),
  /** Those of `emails` whose owners have agreed. Only they are sent anything. */
  confirmed: z.array(z.string()).default([]),
  webhookUrl: z.string().optional(),
});

/** Levels of an account, and where its alerts go. */
export type AlertSettings = Readonly<z.output<typeof settingsData>>;

export interface AccountAlertSettings extends AlertSettings {
  readonly accountId: string;
}

/** What an account sets. */
export type ChosenAlertSettings = Omit<AlertSettings, 'confirmed'>;

export interface AlertSettingsStore {
  /** Without levels and addresses when nothing was set. */
  get(accountId: string): Promise<AlertSettings>;
  /** The last one to set them wins. Addresses stay confirmed as long as they are among the settings. */
  put(accountId: string, settings: ChosenAlertSettings): Promise<AlertSettings>;
  /** False: the account does not name the address any more. */
  confirm(accountId: string, email: string): Promise<boolean>;
  /** Those of all accounts that have set any, page by page. */
  pages(): AsyncIterable<readonly AccountAlertSettings[]>;
}

const read = ({ id, data }: StoredRecord): AccountAlertSettings => ({ ...settingsData.parse(data), accountId: id });

export const createAlertSettings = (
  records: Pick<RecordStore, 'get' | 'insert' | 'list' | 'replace'>,
): AlertSettingsStore => ({
  get: async (accountId) => {
    const record = await records.get(KIND, accountId);
    return settingsData.parse(record?.data ?? {});
  },
  put: async (accountId, chosen) => {
    for (;;) {
      const record = await records.get(KIND, accountId);
      const { confirmed } = settingsData.parse(record?.data ?? {});
      const data = { ...chosen, confirmed: chosen.emails.filter((email) => confirmed.includes(email)) };
      const isWritten =
        record === null
          ? await records.insert({ kind: KIND, id: accountId, owner: OWNER, data })
          : (await records.replace(KIND, accountId, record.version, { data })) !== null;
      if (isWritten) return data;
    }
  },
  confirm: async (accountId, email) => {
    for (;;) {
      const record = await records.get(KIND, accountId);
      const settings = settingsData.parse(record?.data ?? {});
      if (record === null || !settings.emails.includes(email)) return false;
      if (settings.confirmed.includes(email)) return true;
      const data = { ...settings, confirmed: [...settings.confirmed, email] };
      if ((await records.replace(KIND, accountId, record.version, { data })) !== null) return true;
    }
  },
  pages: async function* () {
    let last: StoredRecord | undefined;
    do {
      const before = last === undefined ? {} : { beforeMs: last.createdAtMs, beforeId: last.id };
      const page = await records.list(KIND, OWNER, { limit: ALERT_PAGE_ROWS, ...before });
      if (page.length > 0) yield page.map(read);
      last = page.length < ALERT_PAGE_ROWS ? undefined : page.at(-1);
    } while (last !== undefined);
  },
});
