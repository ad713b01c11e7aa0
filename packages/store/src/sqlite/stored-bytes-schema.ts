/**
 * What rows have stored, and the sum of it in their accounts. The sum follows by triggers, so that it is right whatever
 * ends, empties or removes a row.
 */
export const STORED_BYTES_MIGRATION = `
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
