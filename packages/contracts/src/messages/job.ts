import { z } from 'zod';

/** The queues, one per kind of worker. */
export const QUEUE_NAMES = ['browser-scrape', 'serp', 'sites'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Maximum length of a job's `tracestate`. */
export const MAX_JOB_TRACESTATE_CHARS = 512;

/** The job's position in its trace: W3C trace context as header values. */
export const jobTraceSchema = z.strictObject({
  traceparent: z.string().regex(/^00-[\da-f]{32}-[\da-f]{16}-0[01]$/),
  tracestate: z.string().max(MAX_JOB_TRACESTATE_CHARS).optional(),
});

const JOB_FIELDS = {
  requestId: z.uuid(),
  accountId: z.string().min(1).max(64),
  /** `Operation.id` */
  operation: z.string().min(1).max(64),
  attempt: z.int().min(1),
  /** Absolute deadline, epoch milliseconds, set at admission. */
  deadlineAtMs: z.int().positive(),
  /** Address of the gateway that waits; absent for batch items. */
  replyTo: z.string().max(64).optional(),
  /** Id of the batch job whose item this is; `requestId` is the item's id. */
  batchId: z.uuid().optional(),
};

/**
 * The message in a queue: ids only. The parameters stay in the request row.
 * The queue's job id is `<requestId>-<attempt>`.
 */
export const operationJobSchema = z.strictObject({
  ...JOB_FIELDS,
  /** An invalid one is dropped, so that no job is lost for it. It is stored beside the job, where older releases do not look. */
  trace: jobTraceSchema.optional().catch(undefined),
});
export type OperationJob = z.infer<typeof operationJobSchema>;

/** A job as read from a queue. Fields that a newer release added are dropped. */
export const storedJobSchema = z.object(JOB_FIELDS);

/** Notifies the waiting gateway that a request has ended; the store has the result. */
export const jobReplySchema = z.strictObject({
  requestId: z.uuid(),
  attempt: z.int().min(1),
});
export type JobReply = z.infer<typeof jobReplySchema>;

/** Notifies the leader of a batch that an item has ended; the store has the result. */
export const batchEndSchema = z.strictObject({
  batchId: z.uuid(),
  /** The item's id. */
  requestId: z.uuid(),
});
export type BatchEnd = z.infer<typeof batchEndSchema>;

/** Maximum duration of a single request in milliseconds, including its wait in the queue. */
export const REQUEST_DEADLINE_MS = 300_000;
