/** What a webhook of a batch may tell of. `batch.progress` comes at each tenth of the job, `batch.item.failed` with it. */
export const BATCH_EVENTS = ['batch.started', 'batch.progress', 'batch.item.failed', 'batch.completed'] as const;
export type BatchEvent = (typeof BATCH_EVENTS)[number];

/** The events of a webhook that names none. */
export const DEFAULT_BATCH_EVENTS: readonly BatchEvent[] = ['batch.completed'];

/** Longest life of a batch in milliseconds; what has not ended by then ends as `expired`, free of charge. */
export const BATCH_DEADLINE_MS = 86_400_000;

/** Longest life of one item in milliseconds, from its hand-over to a worker's queue. */
export const BATCH_ITEM_DEADLINE_MS = 300_000;

/** State of a job as callers see it. `stopped`: ended by `DELETE`. */
export const BATCH_STATES = ['pending', 'in_progress', 'done', 'stopped'] as const;
export type PublicBatchState = (typeof BATCH_STATES)[number];
