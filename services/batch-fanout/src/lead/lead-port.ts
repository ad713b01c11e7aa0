import type { QueueName } from '@quarry/contracts';
import type { PassFaultPoint, Tracing } from '@quarry/observability';
import type { JobProducer } from '@quarry/queue';
import type { BatchItemStore, BatchStore, Clock, RequestEnd } from '@quarry/store';

/** What leading a job needs of the process. */
export interface LeadParts {
  /** Of this replica. */
  readonly owner: string;
  readonly batches: BatchStore;
  readonly items: BatchItemStore;
  readonly jobs: Pick<JobProducer, 'enqueueMany' | 'hasMany' | 'withdraw'>;
  readonly queue: QueueName;
  /** Most items of one site that are out at once. */
  readonly siteLimit: number;
  readonly pass: PassFaultPoint;
  readonly tracing: Tracing;
  readonly clock: Clock;
  readonly leaseMs: number;
  /** How often a leader looks by itself. */
  readonly lookMs: number;
  /** Hears how many items were ended here, and how. */
  readonly onEndedHere: (end: RequestEnd, count: number) => void;
}
