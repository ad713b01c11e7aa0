import type { Database } from 'better-sqlite3';

/**
 * Longer parameters are in the table `request_params`. In their own row they would cost every reader of the columns behind
 * them, such as a walk, all the pages that they fill, and every change of the row would write them again.
 */
export const MAX_INLINE_PARAMS_CHARS = 1_000;

/** The column `params` of a row that has its own elsewhere: parameters are JSON, which is never empty. */
const ELSEWHERE = '';

/** All columns but those of what was sent. */
export const SUMMARY = `id, account_id, operation, contract_version, state, attempt, held_credits, charged_credits, period_index,
  created_at_ms, deadline_at_ms, started_at_ms, ended_at_ms, verdict, error, reason, message, retry_after_seconds, host, tier,
  status_code, fetch_ms, render_ms, read_ms, answer_name, page_name, key_id`;

/** The parameters of a row, wherever they are. Rows older than the table have theirs, however long. */
export const PARAMS = `iif(requests.params = '${ELSEWHERE}',
  (SELECT elsewhere.params FROM request_params elsewhere WHERE elsewhere.id = requests.id), requests.params)`;

export const WHOLE = `${SUMMARY}, key_day_ms, sealed_headers, is_async, webhook_url, ${PARAMS} AS params`;

/** Inserts a row by `insertRow`, and its parameters elsewhere if they are long. */
export const createParamsInsert = (db: Database) => {
  const insertElsewhere = db.prepare<[string, string]>('INSERT INTO request_params (id, params) VALUES (?, ?)');
  return <Row extends { readonly id: string; readonly params: string }>(
    row: Row,
    insertRow: (row: Row) => unknown,
  ): void => {
    const isLong = row.params.length > MAX_INLINE_PARAMS_CHARS;
    insertRow(isLong ? { ...row, params: ELSEWHERE } : row);
    if (isLong) insertElsewhere.run(row.id, row.params);
  };
};
