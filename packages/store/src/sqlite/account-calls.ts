import type { Database } from 'better-sqlite3';
import { isSameHash, KEY_USE_STEP_MS } from '../api-key.js';
import type { NewKey, SyncCalls } from '../engine-port.js';
import { periodAfter } from '../period-rule.js';
import type { KeyLimits, Period } from '../port.js';
import type { PeriodBook } from './period-book.js';
import { present } from '../present.js';
import { orNull, toAccount, toApiKey, toLimits, toPeriod } from './records.js';
import type { AccountRecord, KeyRecord, PeriodRecord } from './records.js';

export const createAccountReads = (db: Database) => {
  const all = db.prepare<[], AccountRecord>('SELECT * FROM accounts ORDER BY created_at_ms, id');
  const byId = db.prepare<[string], AccountRecord>('SELECT * FROM accounts WHERE id = ?');
  const periods = db.prepare<[string], PeriodRecord>(
    'SELECT * FROM periods WHERE account_id = ? ORDER BY period_index',
  );
  const currentPeriod = db.prepare<[string], PeriodRecord>(
    `SELECT periods.* FROM accounts JOIN periods
       ON periods.account_id = accounts.id AND periods.period_index = accounts.period_index WHERE accounts.id = ?`,
  );
  const keys = db.prepare<[string], KeyRecord>(
    'SELECT * FROM api_keys WHERE account_id = ? ORDER BY created_at_ms, id',
  );
  const owner = db.prepare<[string], AccountRecord & { key_id: string; key_hash: string; key_limits: string | null }>(
    `SELECT accounts.*, api_keys.id AS key_id, api_keys.key_hash, api_keys.limits AS key_limits FROM api_keys JOIN accounts ON accounts.id = api_keys.account_id
     WHERE api_keys.key_hash = ? AND api_keys.revoked_at_ms IS NULL AND accounts.is_disabled = 0`,
  );

  return {
    getAccount: (accountId) => orNull(byId.get(accountId), toAccount),
    listAccounts: () => all.all().map(toAccount),
    listPeriods: (accountId) => periods.all(accountId).map(toPeriod),
    readPeriod: (accountId) => orNull(currentPeriod.get(accountId), toPeriod),
    listKeys: (accountId) => keys.all(accountId).map(toApiKey),
    authenticate: (keyHash) => {
      const record = owner.get(keyHash);
      if (!record || !isSameHash(record.key_hash, keyHash)) return null;
      return present({ account: toAccount(record), keyId: record.key_id, limits: toLimits(record.key_limits) });
    },
  } satisfies Partial<SyncCalls>;
};

const pack = (limits: KeyLimits | null | undefined): string | null => (limits ? JSON.stringify(limits) : null);

const createKeyWrites = (db: Database) => {
  const insert = db.prepare<Omit<NewKey, 'limits'> & { limits: string | null; nowMs: number }, KeyRecord>(
    `INSERT INTO api_keys (id, account_id, name, prefix, key_hash, limits, created_at_ms)
     SELECT @id, id, @name, @prefix, @keyHash, @limits, @nowMs FROM accounts WHERE id = @accountId
     ON CONFLICT (key_hash) DO NOTHING RETURNING *`,
  );
  const live = db.prepare<Pick<NewKey, 'keyHash' | 'accountId'>, KeyRecord>(
    'SELECT * FROM api_keys WHERE key_hash = @keyHash AND account_id = @accountId AND revoked_at_ms IS NULL',
  );
  const change = db.prepare<[string | null, number, string | null, string], KeyRecord>(
    `UPDATE api_keys SET name = coalesce(?, name), limits = iif(?, ?, limits)
     WHERE id = ? AND revoked_at_ms IS NULL RETURNING *`,
  );
  const revoke = db.prepare<[number, string]>(
    'UPDATE api_keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL',
  );
  const recordUse = db.prepare<[number, string, number]>(
    'UPDATE api_keys SET last_used_at_ms = ? WHERE id = ? AND (last_used_at_ms IS NULL OR last_used_at_ms <= ?)',
  );

  return {
    createKey: ({ limits, ...input }, nowMs) =>
      orNull(insert.get({ ...input, limits: pack(limits), nowMs }) ?? live.get(input), toApiKey),
    changeKey: (keyId, { name, limits }) =>
      orNull(change.get(name ?? null, limits === undefined ? 0 : 1, pack(limits), keyId), toApiKey),
    revokeKey: (keyId, nowMs) => revoke.run(nowMs, keyId).changes === 1,
    recordKeyUse: (keyId, nowMs) => recordUse.run(nowMs, keyId, nowMs - KEY_USE_STEP_MS).changes === 1,
  } satisfies Partial<SyncCalls>;
};

export const createAccountWrites = (db: Database, book: PeriodBook) => {
  const insert = db.prepare<[string, string, number, number, number, number, number, number], AccountRecord>(
    `INSERT INTO accounts (id, name, credits_per_period, period_days, renew, concurrency, created_at_ms, period_end_ms,
       period_index) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (id) DO NOTHING RETURNING *`,
  );
  const setDisabled = db.prepare<[number, string], AccountRecord>(
    'UPDATE accounts SET is_disabled = ? WHERE id = ? RETURNING *',
  );
  const changePlan = db.prepare<(number | null | string)[], AccountRecord>(
    `UPDATE accounts SET credits_per_period = COALESCE(?, credits_per_period), period_days = COALESCE(?, period_days),
       renew = COALESCE(?, renew), concurrency = COALESCE(?, concurrency) WHERE id = ? RETURNING *`,
  );
  const granted = db.prepare<[string], { id: string }>('SELECT id FROM ledger WHERE id = ?');
  const addGrant = db.prepare<[number, number, string, number]>(
    'UPDATE periods SET granted = granted + ?, available = available + ? WHERE account_id = ? AND period_index = ?',
  );

  const requirePeriod = (account: AccountRecord): Period => {
    const record = book.period(account.id, account.period_index);
    if (!record) throw new Error(`Account ${account.id} has no period ${account.period_index}.`);
    return toPeriod(record);
  };

  return {
    ...createKeyWrites(db),
    createAccount: ({ id, name, plan, concurrency }, nowMs) => {
      const { endMs } = periodAfter(nowMs, plan.periodDays);
      const renew = plan.renew ? 1 : 0;
      const record = insert.get(id, name, plan.creditsPerPeriod, plan.periodDays, renew, concurrency, nowMs, endMs);
      if (record) book.openPeriod(record, { index: -1, endMs: nowMs }, plan.creditsPerPeriod, nowMs);
      const standing = record ?? book.account(id);
      if (!standing) throw new Error(`Account ${id} was neither created nor found.`);
      return toAccount(standing);
    },
    changePlan: (accountId, { creditsPerPeriod = null, periodDays = null, renew, concurrency = null }) => {
      const renewal = renew === undefined ? null : Number(renew);
      return orNull(changePlan.get(creditsPerPeriod, periodDays, renewal, concurrency, accountId), toAccount);
    },
    setAccountDisabled: (accountId, isDisabled) => orNull(setDisabled.get(isDisabled ? 1 : 0, accountId), toAccount),
    rollPeriod: (accountId, nowMs) => {
      const account = book.currentAccount(accountId, nowMs);
      return account ? requirePeriod(account) : null;
    },
    grantCredits: (accountId, credits, grantId, nowMs) => {
      const account = book.currentAccount(accountId, nowMs);
      if (!account) return null;
      const id = `grant:${accountId}:${grantId}`;
      if (!granted.get(id)) {
        const periodIndex = account.period_index;
        addGrant.run(credits, credits, accountId, periodIndex);
        book.append({ id, accountId, periodIndex, kind: 'grant', credits, atMs: nowMs });
      }
      return requirePeriod(account);
    },
  } satisfies Partial<SyncCalls>;
};
