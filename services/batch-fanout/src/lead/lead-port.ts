import type { QueueName } from '@quarry/contracts';
import type { PassFaultPoint, Tracing } from '@quarry/observability';
import type { JobProducer } from '@quarry/queue';
import type { BatchItemStore, BatchStore, Clock, CrawlStore, RequestEnd } from '@quarry/store';

/** What leading a job needs. */
export interface LeadParts {
  /** Id of this replica. */
  readonly owner: string;
  readonly batches: BatchStore;
  readonly items: BatchItemStore;
  readonly crawls: CrawlStore;
  readonly jobs: Pick<JobProducer, 'enqueueMany' | 'hasMany' | 'withdraw'>;
  readonly queue: QueueName;
  /** Most items of one site in flight. */
  readonly siteLimit: number;
  readonly faultPoint: PassFaultPoint;
  readonly tracing: Tracing;
  readonly clock: Clock;
  readonly leaseMs: number;
  /** How often a leader checks without a hint. */
  readonly lookMs: number;
  /** Called with how many items were ended here, and how. */
  readonly onEndedHere: (end: RequestEnd, count: number) => void;
}
