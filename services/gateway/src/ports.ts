import type { FileStore } from '@quarry/files';
import type { BatchHints, JobProducer, Leases, OutcomeCounts, ReplyListener, ReplySender } from '@quarry/queue';
import type { Store } from '@quarry/store';

/** What the gateway works with. Whoever opened them closes them. */
export interface GatewayPorts {
  readonly store: Store;
  readonly files: FileStore;
  readonly producer: JobProducer;
  readonly replies: ReplyListener;
  /** Tells whether replies to this gateway would be heard. */
  readonly hearing: Pick<ReplySender, 'isHeard'>;
  readonly leases: Leases;
  /** What accounts had free of charge lately. */
  readonly outcomes: Pick<OutcomeCounts, 'lastHour'>;
  /** Tells leaders of batches that there is something to look at. */
  readonly hints: Pick<BatchHints, 'announceJob'>;
}
