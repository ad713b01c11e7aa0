import type { QueueName } from '@quarry/contracts';
import type { ExitFigures, LiveProcess, QueueSwitch } from '@quarry/queue';
import type { AccountStore, BatchStore, KeyStore, ReadingHealthStore, RecordStore, WebhookStore } from '@quarry/store';

/** Seals what the gateway accepts in place of a key. */
export interface CallTokens {
  seal(caller: { readonly accountId: string; readonly userId: string }, nowMs: number): string;
}

/** The work that waits for one kind of worker. `oldestWaitMs` is of single requests. */
export interface QueueFigures {
  readonly waiting: number;
  readonly active: number;
  readonly oldestWaitMs: number;
  /** Jobs that all live workers can run at once. */
  readonly slots: number;
  readonly state: QueueSwitch['state'];
  /** Who paused it, and when. */
  readonly by?: string;
  readonly since?: string;
}

/** The fleet as operators see it and change it. All but `queues` reject while Redis is unavailable. */
export interface FleetLink {
  /** Queues that do not respond are left out. */
  queues(): Promise<Readonly<Partial<Record<QueueName, QueueFigures>>>>;
  setQueue(name: QueueName, state: QueueSwitch['state'], by: string): Promise<void>;
  processes(): Promise<readonly LiveProcess[]>;
  exits(): Promise<readonly ExitFigures[]>;
}

/** The console's dependencies, closed by whoever opened them. */
export interface ConsolePorts {
  /** People, sessions, links and members. */
  readonly records: Omit<RecordStore, 'purge'>;
  readonly accounts: Pick<
    AccountStore,
    'create' | 'get' | 'list' | 'setDisabled' | 'changePlan' | 'grant' | 'period' | 'spending'
  >;
  readonly keys: Pick<KeyStore, 'change' | 'create' | 'revoke' | 'list'>;
  readonly batches: Pick<BatchStore, 'list' | 'requestStop' | 'load'>;
  readonly webhooks: Pick<WebhookStore, 'enqueue' | 'get' | 'receivers'>;
  readonly readingHealth: Pick<ReadingHealthStore, 'list' | 'missing'>;
  readonly fleet: FleetLink;
  ping(): Promise<void>;
}
