import { z } from 'zod';

/** The queues, one per kind of worker. */
export const QUEUE_NAMES = ['browser-scrape', 'serp', 'sites'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/**
 * What travels through a queue: ids only. The parameters stay in the request row.
 * The queue's job id is `<requestId>-<attempt>`.
 */
export const operationJobSchema = z.strictObject({
  requestId: z.uuid(),
  accountId: z.string().min(1).max(64),
  /** `Operation.id` */
  operation: z.string().min(1).max(64),
  attempt: z.int().min(1),
  /** Absolute deadline, epoch milliseconds, made at admission. */
  deadlineAtMs: z.int().positive(),
  /** Address of the gateway that waits; absent for batch items. */
  replyTo: z.string().max(64).optional(),
  /** Id of the batch job whose item this is; `requestId` is the item's id. */
  batchId: z.uuid().optional(),
});
export type OperationJob = z.infer<typeof operationJobSchema>;

/** The end of a request as the waiting gateway needs it; the truth stays in the store. */
export const jobReplySchema = z.strictObject({
  requestId: z.uuid(),
  attempt: z.int().min(1),
});
export type JobReply = z.infer<typeof jobReplySchema>;

/** Tells the leader of a batch that one of its items has ended; the truth stays in the store. */
export const batchEndSchema = z.strictObject({
  batchId: z.uuid(),
  /** The item's id. */
  requestId: z.uuid(),
});
export type BatchEnd = z.infer<typeof batchEndSchema>;

/** Longest life of a single request in milliseconds, queue wait included. */
export const REQUEST_DEADLINE_MS = 300_000;
