import type { FileStore } from '@quarry/files';
import type { JobProducer, Leases, ReplyListener } from '@quarry/queue';
import type { Store } from '@quarry/store';

/** What the gateway works with. Whoever opened them closes them. */
export interface GatewayPorts {
  readonly store: Store;
  readonly files: FileStore;
  readonly producer: JobProducer;
  readonly replies: ReplyListener;
  readonly leases: Leases;
}
