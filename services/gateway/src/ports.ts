import type { FileStore } from '@quarry/files';
import type {
  BatchHints,
  JobProducer,
  Leases,
  OutcomeCounts,
  QueueSwitches,
  ReplyListener,
  ReplySender,
} from '@quarry/queue';
import type { Store } from '@quarry/store';

/** The gateway's dependencies, closed by whoever opened them. */
export interface GatewayPorts {
  readonly store: Store;
  readonly files: FileStore;
  readonly producer: JobProducer;
  /** What operators have paused or drain. */
  readonly switches: Pick<QueueSwitches, 'waiting' | 'noteDrained'>;
  readonly replies: ReplyListener;
  /** Checks whether replies to this gateway would arrive. */
  readonly hearing: Pick<ReplySender, 'isHeard'>;
  readonly leases: Leases;
  /** Recent free outcomes of accounts. */
  readonly outcomes: Pick<OutcomeCounts, 'lastHour'>;
  /** Notifies leaders of batches of changes. */
  readonly hints: Pick<BatchHints, 'announceJob'>;
}
