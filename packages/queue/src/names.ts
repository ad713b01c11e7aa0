import type { QueueName } from '@quarry/contracts';
import type { JobPriority, JobRef } from './port.js';

export const DEFAULT_PREFIX = 'quarry';

export const LANES = ['interactive', 'batch'] as const satisfies readonly JobPriority[];

/** Each queue is two lists in Redis, so that a worker can choose between its interactive and its batch jobs. */
export const laneQueueName = (queue: QueueName, lane: JobPriority): string =>
  lane === 'interactive' ? queue : `${queue}-batch`;

export const jobIdOf = (requestId: string, attempt: number): string => `${requestId}-${attempt}`;

/** Undefined for an id that `jobIdOf` has not made. */
export const refOf = (jobId: string): JobRef | undefined => {
  const at = jobId.lastIndexOf('-');
  const attempt = Number(jobId.slice(at + 1));
  return at > 0 && Number.isSafeInteger(attempt) && attempt > 0
    ? { requestId: jobId.slice(0, at), attempt }
    : undefined;
};

export const laneKey = (prefix: string, queue: QueueName, lane: JobPriority, suffix: string): string =>
  `${prefix}:${laneQueueName(queue, lane)}:${suffix}`;

export const replyChannel = (prefix: string, address: string): string => `${prefix}:reply:${address}`;

export const cancelChannel = (prefix: string, queue: QueueName): string => `${prefix}:cancel:${queue}`;

export const batchEndChannel = (prefix: string): string => `${prefix}:batch:ends`;

export const batchJobChannel = (prefix: string): string => `${prefix}:batch:jobs`;

export const switchKey = (prefix: string, queue: QueueName): string => `${prefix}:switch:${queue}`;

export const processesKey = (prefix: string): string => `${prefix}:processes`;

export const exitsKey = (prefix: string, span: number): string => `${prefix}:exits:${span}`;

export const slotsKey = (prefix: string, queue: QueueName): string => `${prefix}:slots:${queue}`;

export const leaseKey = (prefix: string, accountId: string): string => `${prefix}:lease:${accountId}`;

export const outcomesKey = (prefix: string, accountId: string): string => `${prefix}:outcomes:${accountId}`;

export const siteTurnKey = (prefix: string, site: string): string => `${prefix}:turn:${site}`;

export const releasedKey = (prefix: string, accountId: string): string => `${prefix}:released:${accountId}`;
