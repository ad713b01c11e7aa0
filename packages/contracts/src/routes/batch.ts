/** Webhook events of a batch. `batch.progress` is sent at each tenth of the job, `batch.item.failed` along with it. */
export const BATCH_EVENTS = ['batch.started', 'batch.progress', 'batch.item.failed', 'batch.completed'] as const;
export type BatchEvent = (typeof BATCH_EVENTS)[number];

/** What is reported besides to receivers of another API's events: each page as it becomes visible, and that a job was stopped. */
export const COMPAT_EVENTS = ['batch.page', 'batch.stopped'] as const;
export type CompatEvent = (typeof COMPAT_EVENTS)[number];
/** What a job reports. */
export type JobEvent = BatchEvent | CompatEvent;

/** Webhook event of a single request. */
export const REQUEST_EVENTS = ['request.completed'] as const;
export type RequestEvent = (typeof REQUEST_EVENTS)[number];

/** Webhook events of an account: an alert that it asked for, a change that a schedule found, and what shows that a receiver works. */
export const ACCOUNT_EVENTS = ['account.alert', 'schedule.changed', 'test'] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];
export type WebhookEvent = JobEvent | RequestEvent | AccountEvent;

/** The default events of a webhook. */
export const DEFAULT_BATCH_EVENTS: readonly BatchEvent[] = ['batch.completed'];

/** Maximum duration of a batch in milliseconds; items that have not ended by then end as `expired`, free of charge. */
export const BATCH_DEADLINE_MS = 86_400_000;

/** Maximum duration of an item in milliseconds, from its hand-over to a worker's queue. */
export const BATCH_ITEM_DEADLINE_MS = 300_000;

/** Columns of results as a table; `query` is JSON. */
export const BATCH_CSV_COLUMNS = [
  ...([
    'index',
    'id',
    'status',
    'error',
    'message',
    'retryable',
    'statusCode',
    'json',
    'html',
    'url',
    'query',
  ] as const),
] as const;

/** The results of a job as a file: what its name ends in, and its media type. */
export const BATCH_EXPORTS = {
  ndjson: { suffix: 'ndjson', contentType: 'application/x-ndjson; charset=utf-8' },
  csv: { suffix: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  parquet: { suffix: 'parquet', contentType: 'application/vnd.apache.parquet' },
  warc: { suffix: 'warc.gz', contentType: 'application/gzip' },
} as const;
export type BatchExportFormat = keyof typeof BATCH_EXPORTS;

/** State of a job as callers see it. `stopped`: ended by `DELETE`. */
export const BATCH_STATES = ['pending', 'in_progress', 'done', 'stopped'] as const;
export type PublicBatchState = (typeof BATCH_STATES)[number];
