import type { Database } from 'better-sqlite3';

export interface KeyDay {
  readonly keyId: string;
  readonly dayMs: number;
}

/** Days before it that stay, for requests that are in flight at midnight. */
const KEPT_DAYS_MS = 2 * 86_400_000;

/** What limited keys have used of a day, in the transaction of the holds. */
export const createKeyDays = (db: Database) => {
  const find = db.prepare<[string, number], { used: number }>(
    'SELECT used FROM key_days WHERE key_id = ? AND day_ms = ?',
  );
  const forget = db.prepare<[string, number]>('DELETE FROM key_days WHERE key_id = ? AND day_ms < ?');
  const insert = db.prepare<[string, number, number]>('INSERT INTO key_days (key_id, day_ms, used) VALUES (?, ?, ?)');
  const move = db.prepare<[number, string, number]>(
    'UPDATE key_days SET used = used + ? WHERE key_id = ? AND day_ms = ?',
  );

  return {
    used: ({ keyId, dayMs }: KeyDay): number => find.get(keyId, dayMs)?.used ?? 0,
    add: ({ keyId, dayMs }: KeyDay, credits: number): void => {
      if (move.run(credits, keyId, dayMs).changes === 1) return;
      forget.run(keyId, dayMs - KEPT_DAYS_MS);
      insert.run(keyId, dayMs, credits);
    },
    /** What a row does not use of its hold; nothing where it does not count. */
    giveBack: (row: { readonly key_id: string | null; readonly key_day_ms: number | null }, credits: number): void => {
      if (row.key_id !== null && row.key_day_ms !== null && credits > 0) move.run(-credits, row.key_id, row.key_day_ms);
    },
  };
};
