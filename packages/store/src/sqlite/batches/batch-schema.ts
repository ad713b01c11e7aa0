/**
 * Jobs, their items and the events on their way. An item's key is its job's key and its index, so that items are stored
 * and read in the order of submission without an index of their own. What was sent is in a table of its own: items
 * change often and stay small. Every frequent step has an index of just the rows it needs; none of these grows with
 * jobs that have ended.
 */
export const BATCH_MIGRATION = `
  CREATE TABLE batch_jobs (
    job_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    contract_version INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('accepting', 'pending', 'in_progress', 'done', 'stopped')),
    requests_count INTEGER NOT NULL CHECK (requests_count >= 1),
    added_count INTEGER NOT NULL DEFAULT 0 CHECK (added_count BETWEEN 0 AND requests_count),
    added_credits INTEGER NOT NULL DEFAULT 0 CHECK (added_credits >= 0),
    visible_count INTEGER NOT NULL DEFAULT 0 CHECK (visible_count BETWEEN 0 AND requests_count),
    succeeded_count INTEGER NOT NULL DEFAULT 0 CHECK (succeeded_count >= 0),
    failed_count INTEGER NOT NULL DEFAULT 0 CHECK (failed_count >= 0),
    held_credits INTEGER NOT NULL CHECK (held_credits >= 0),
    charged_credits INTEGER NOT NULL DEFAULT 0 CHECK (charged_credits >= 0),
    period_index INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    started_at_ms INTEGER,
    finished_at_ms INTEGER,
    deadline_at_ms INTEGER NOT NULL,
    stop_requested_at_ms INTEGER,
    webhook TEXT,
    leader TEXT,
    lease_ends_at_ms INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (account_id, period_index) REFERENCES periods (account_id, period_index),
    CHECK (succeeded_count + failed_count = visible_count),
    CHECK ((state IN ('done', 'stopped')) = (finished_at_ms IS NOT NULL)),
    CHECK ((state IN ('done', 'stopped')) = (visible_count = requests_count)),
    CHECK (visible_count < requests_count OR (held_credits = 0 AND leader IS NULL))
  ) STRICT;
  CREATE INDEX batch_jobs_by_account ON batch_jobs (account_id, created_at_ms DESC, id DESC);
  CREATE INDEX batch_jobs_accepting ON batch_jobs (created_at_ms) WHERE state = 'accepting';
  CREATE INDEX batch_jobs_unfinished ON batch_jobs (created_at_ms) WHERE state IN ('pending', 'in_progress');
  CREATE INDEX batch_jobs_finished ON batch_jobs (finished_at_ms) WHERE finished_at_ms IS NOT NULL;

  CREATE TABLE batch_items (
    item_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    job_key INTEGER NOT NULL CHECK (job_key = item_key >> 20),
    site TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'ok', 'failed', 'expired', 'cancelled')),
    attempt INTEGER NOT NULL DEFAULT 1 CHECK (attempt >= 1),
    held_credits INTEGER NOT NULL CHECK (held_credits >= 0),
    charged_credits INTEGER NOT NULL DEFAULT 0,
    handed_over_at_ms INTEGER,
    deadline_at_ms INTEGER,
    started_at_ms INTEGER,
    ended_at_ms INTEGER,
    seq INTEGER CHECK (seq >= 1),
    verdict TEXT,
    error TEXT,
    reason TEXT,
    message TEXT,
    answer_name TEXT,
    page_name TEXT,
    metadata TEXT,
    CHECK (charged_credits BETWEEN 0 AND held_credits),
    CHECK (state = 'ok' OR charged_credits = 0),
    CHECK ((state = 'open') = (ended_at_ms IS NULL)),
    CHECK ((state = 'open') = (verdict IS NULL)),
    CHECK (state <> 'open' OR seq IS NULL),
    CHECK ((handed_over_at_ms IS NULL) = (deadline_at_ms IS NULL))
  ) STRICT;
  CREATE INDEX batch_items_ended ON batch_items (job_key, ended_at_ms) WHERE state <> 'open' AND seq IS NULL;
  CREATE UNIQUE INDEX batch_items_visible ON batch_items (job_key, seq) WHERE seq IS NOT NULL;
  CREATE INDEX batch_items_failed ON batch_items (job_key, seq) WHERE seq IS NOT NULL AND state <> 'ok';

  CREATE TABLE batch_payloads (
    item_key INTEGER PRIMARY KEY,
    query TEXT NOT NULL,
    params TEXT NOT NULL
  ) STRICT;

  CREATE TABLE webhook_deliveries (
    delivery_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    event TEXT NOT NULL,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    data TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_attempt_at_ms INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    last_attempt_at_ms INTEGER,
    last_status_code INTEGER,
    last_error TEXT
  ) STRICT;
  CREATE INDEX webhook_deliveries_by_account ON webhook_deliveries (account_id, created_at_ms DESC, id DESC);
  CREATE INDEX webhook_deliveries_by_job ON webhook_deliveries (job_id, created_at_ms DESC, id DESC);
  CREATE INDEX webhook_deliveries_by_state
    ON webhook_deliveries (account_id, state, created_at_ms DESC, id DESC);
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at_ms, host) WHERE state = 'pending';
  CREATE INDEX webhook_deliveries_settled ON webhook_deliveries (created_at_ms) WHERE state <> 'pending';
`;
