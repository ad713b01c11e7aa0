import { BATCH_MIGRATION } from './batches/batch-schema.js';
import { CRAWL_MIGRATION } from './crawls/crawl-schema.js';
import { READING_MIGRATION } from './reading/reading-calls.js';

/**
 * Bytes that rows have stored, and their sum in the account. Triggers keep the sum, so that it is right whatever ends,
 * empties or removes a row.
 */
const STORED_BYTES_MIGRATION = `
  ALTER TABLE accounts ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE requests ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE batch_items ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0;

  CREATE TRIGGER requests_store AFTER UPDATE OF stored_bytes ON requests WHEN new.stored_bytes <> old.stored_bytes BEGIN
    UPDATE accounts SET stored_bytes = stored_bytes + new.stored_bytes - old.stored_bytes WHERE id = new.account_id;
  END;
  CREATE TRIGGER requests_store_no_more AFTER DELETE ON requests WHEN old.stored_bytes > 0 BEGIN
    UPDATE accounts SET stored_bytes = stored_bytes - old.stored_bytes WHERE id = old.account_id;
  END;
  CREATE TRIGGER batch_items_store AFTER UPDATE OF stored_bytes ON batch_items WHEN new.stored_bytes <> old.stored_bytes BEGIN
    UPDATE accounts SET stored_bytes = stored_bytes + new.stored_bytes - old.stored_bytes
    WHERE id = (SELECT account_id FROM batch_jobs WHERE job_key = new.job_key);
  END;
  CREATE TRIGGER batch_items_store_no_more AFTER DELETE ON batch_items WHEN old.stored_bytes > 0 BEGIN
    UPDATE accounts SET stored_bytes = stored_bytes - old.stored_bytes
    WHERE id = (SELECT account_id FROM batch_jobs WHERE job_key = old.job_key);
  END;
`;

/**
 * What the request log shows of a row, and its indexes: one for each filter that keeps few rows. Rows that end well are most
 * of all and have none of their own.
 */
const REQUEST_LOG_MIGRATION = `
  ${['requests', 'batch_items']
    .flatMap((table) =>
      ['host TEXT', 'tier TEXT', 'status_code INTEGER', 'fetch_ms INTEGER', 'render_ms INTEGER', 'read_ms INTEGER'].map(
        (column) => `ALTER TABLE ${table} ADD COLUMN ${column};`,
      ),
    )
    .join('\n  ')}
  ALTER TABLE batch_jobs ADD COLUMN target_error_count INTEGER NOT NULL DEFAULT 0 CHECK (target_error_count >= 0);
  CREATE INDEX requests_by_operation ON requests (account_id, operation, created_at_ms DESC, id DESC);
  CREATE INDEX requests_by_host ON requests (account_id, host, created_at_ms DESC, id DESC) WHERE host IS NOT NULL;
  CREATE INDEX requests_by_error ON requests (account_id, error, created_at_ms DESC, id DESC) WHERE error IS NOT NULL;
  CREATE INDEX requests_failed ON requests (account_id, created_at_ms DESC, id DESC)
    WHERE state IN ('failed', 'expired', 'cancelled');
`;

/** Records of other services. Lists and the purge have an index each. */
const RECORDS_MIGRATION = `
  CREATE TABLE records (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    data TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX records_by_owner ON records (kind, owner, created_at_ms DESC, id DESC);
  CREATE INDEX records_by_expiry ON records (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
`;

/** Long parameters of requests. Rows that exist keep theirs until they are purged: a copy of all of them could take minutes. */
const LONG_PARAMS_MIGRATION = `
  CREATE TABLE request_params (
    id TEXT PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
    params TEXT NOT NULL
  ) STRICT;
`;

/**
 * Limits of keys, whose request each row is, and what each limited key has used of a day: charged and held. `key_day_ms` is on the
 * rows that count there.
 */
const KEY_LIMITS_MIGRATION = `
  ALTER TABLE api_keys ADD COLUMN limits TEXT;
  ALTER TABLE requests ADD COLUMN key_id TEXT;
  ALTER TABLE requests ADD COLUMN key_day_ms INTEGER CHECK (key_day_ms IS NULL OR key_id IS NOT NULL);
  ALTER TABLE batch_jobs ADD COLUMN key_id TEXT;
  ALTER TABLE batch_jobs ADD COLUMN key_day_ms INTEGER CHECK (key_day_ms IS NULL OR key_id IS NOT NULL);
  ALTER TABLE batch_jobs ADD COLUMN key_concurrency INTEGER CHECK (key_concurrency >= 1);
  CREATE TABLE key_days (
    key_id TEXT NOT NULL,
    day_ms INTEGER NOT NULL,
    used INTEGER NOT NULL CHECK (used >= 0),
    PRIMARY KEY (key_id, day_ms)
  ) STRICT, WITHOUT ROWID;
`;

/** When records are to be looked at again. */
const DUE_RECORDS_MIGRATION = `
  ALTER TABLE records ADD COLUMN due_at_ms INTEGER;
  CREATE INDEX records_by_due ON records (kind, due_at_ms, id) WHERE due_at_ms IS NOT NULL;
`;

/**
 * One entry per schema version, applied in order and never edited once released: `PRAGMA user_version` counts them.
 * The checks repeat the port's invariants, so that no bug above can write a balance that does not add up.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    credits_per_period INTEGER NOT NULL CHECK (credits_per_period >= 0),
    period_days INTEGER NOT NULL CHECK (period_days >= 1),
    renew INTEGER NOT NULL CHECK (renew IN (0, 1)),
    concurrency INTEGER NOT NULL CHECK (concurrency >= 0),
    is_disabled INTEGER NOT NULL DEFAULT 0 CHECK (is_disabled IN (0, 1)),
    created_at_ms INTEGER NOT NULL,
    period_index INTEGER NOT NULL CHECK (period_index >= 0),
    period_end_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX accounts_by_period_end ON accounts (period_end_ms);

  CREATE TABLE periods (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    period_index INTEGER NOT NULL CHECK (period_index >= 0),
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL CHECK (end_ms > start_ms),
    granted INTEGER NOT NULL CHECK (granted BETWEEN 0 AND 9007199254740991),
    charged INTEGER NOT NULL CHECK (charged >= 0),
    held INTEGER NOT NULL CHECK (held >= 0),
    expired INTEGER NOT NULL CHECK (expired >= 0),
    available INTEGER NOT NULL CHECK (available >= 0),
    PRIMARY KEY (account_id, period_index),
    CHECK (granted = charged + held + expired + available)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    key_hash TEXT NOT NULL UNIQUE,
    created_at_ms INTEGER NOT NULL,
    revoked_at_ms INTEGER
  ) STRICT;
  CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at_ms);

  CREATE TABLE requests (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    params TEXT NOT NULL,
    contract_version INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'ok', 'failed', 'expired', 'cancelled')),
    attempt INTEGER NOT NULL DEFAULT 1 CHECK (attempt >= 1),
    held_credits INTEGER NOT NULL CHECK (held_credits >= 0),
    charged_credits INTEGER NOT NULL DEFAULT 0,
    period_index INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    deadline_at_ms INTEGER NOT NULL,
    started_at_ms INTEGER,
    ended_at_ms INTEGER,
    verdict TEXT,
    error TEXT,
    reason TEXT,
    message TEXT,
    answer_name TEXT,
    page_name TEXT,
    FOREIGN KEY (account_id, period_index) REFERENCES periods (account_id, period_index),
    CHECK (charged_credits BETWEEN 0 AND held_credits),
    CHECK (state = 'ok' OR charged_credits = 0),
    CHECK ((state = 'open') = (ended_at_ms IS NULL)),
    CHECK ((state = 'open') = (verdict IS NULL))
  ) STRICT;
  CREATE INDEX requests_by_account ON requests (account_id, created_at_ms DESC, id DESC);
  CREATE INDEX requests_open_by_deadline ON requests (deadline_at_ms) WHERE state = 'open';
  CREATE INDEX requests_open_by_account ON requests (account_id, deadline_at_ms) WHERE state = 'open';
  CREATE INDEX requests_ended ON requests (ended_at_ms) WHERE state <> 'open';

  CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    period_index INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold', 'settle', 'release', 'expire')),
    credits INTEGER NOT NULL CHECK (credits >= 0),
    request_id TEXT,
    at_ms INTEGER NOT NULL,
    FOREIGN KEY (account_id, period_index) REFERENCES periods (account_id, period_index)
  ) STRICT;
  CREATE INDEX ledger_by_account ON ledger (account_id, seq);
  CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

  CREATE TABLE idempotency_keys (
    account_id TEXT NOT NULL,
    route TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    request_id TEXT NOT NULL,
    lease_ends_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    status_code INTEGER,
    body TEXT,
    PRIMARY KEY (account_id, route, idempotency_key),
    CHECK (body IS NULL OR status_code IS NOT NULL)
  ) STRICT;
  CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at_ms);
  `,
  BATCH_MIGRATION,
  STORED_BYTES_MIGRATION,
  `
  CREATE INDEX idempotency_refusals ON idempotency_keys (account_id, expires_at_ms)
    WHERE status_code >= 400 AND body IS NOT NULL;
  `,
  `
  ALTER TABLE requests ADD COLUMN sealed_headers TEXT CHECK (sealed_headers IS NULL OR state = 'open');
  ALTER TABLE batch_items ADD COLUMN sealed_headers TEXT CHECK (sealed_headers IS NULL OR state = 'open');
  `,
  `
  ALTER TABLE requests ADD COLUMN retry_after_seconds INTEGER;
  ALTER TABLE batch_items ADD COLUMN retry_after_seconds INTEGER;
  `,
  REQUEST_LOG_MIGRATION,
  `
  ALTER TABLE requests ADD COLUMN answer_key TEXT;
  ALTER TABLE requests ADD COLUMN is_async INTEGER CHECK (is_async IS NULL OR is_async = 1);
  ALTER TABLE requests ADD COLUMN webhook_url TEXT;
  CREATE INDEX requests_by_answer ON requests (account_id, answer_key, ended_at_ms DESC)
    WHERE answer_key IS NOT NULL AND state = 'ok' AND charged_credits > 0;
  CREATE INDEX requests_open_async ON requests (created_at_ms, id) WHERE state = 'open' AND is_async = 1;
  `,
  RECORDS_MIGRATION,
  'ALTER TABLE api_keys ADD COLUMN last_used_at_ms INTEGER;',
  KEY_LIMITS_MIGRATION,
  LONG_PARAMS_MIGRATION,
  'ALTER TABLE batch_items ADD COLUMN timeout_ms INTEGER;',
  READING_MIGRATION,
  CRAWL_MIGRATION,
  DUE_RECORDS_MIGRATION,
  'ALTER TABLE webhook_deliveries ADD COLUMN format TEXT;',
  "CREATE INDEX webhook_deliveries_due_by_host ON webhook_deliveries (host, next_attempt_at_ms) WHERE state = 'pending';",
];

/** The first schema in which open rows may have sealed headers, and their tables. */
export const SEALED_HEADERS_SCHEMA = 5;
export const SEALED_HEADERS_TABLES = ['requests', 'batch_items'] as const;
