import { BATCH_EXPORTS, type BatchExportFormat } from '@quarry/contracts';
import type { NewestPage, RecordStore, StoredRecord } from '@quarry/store';

/** Where the results of a job go, and how far that is. Kept as a record of the job's id. */
export interface Delivery {
  readonly accountId: string;
  /** Default: the service of the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Before the name of each file. */
  readonly prefix: string;
  readonly formats: readonly BatchExportFormat[];
  readonly hasAnswers: boolean;
  /** The keys of the bucket, encrypted; absent once nothing is delivered any more. */
  readonly sealedKeys?: string | undefined;
  /** `failed`: given up, because another try would be the same. */
  readonly state: 'pending' | 'delivered' | 'failed';
  /** Tries begun. */
  readonly attempts: number;
  /** While a try runs: when another process may begin one. */
  readonly nextAttemptAtMs: number;
  /** Why the last try failed; never an address. */
  readonly lastError?: string | undefined;
  readonly endedAtMs?: number | undefined;
  /** When its results are no longer kept. */
  readonly expiresAtMs: number;
}

/** A delivery with the version of its record, which fences late tries. */
export interface HeldDelivery {
  readonly jobId: string;
  readonly version: number;
  readonly delivery: Delivery;
}

/** A job whose results are to be delivered. */
export interface DeliveryTicket {
  readonly jobId: string;
  readonly createdAtMs: number;
}

/** Key of a file in the bucket. */
export const exportKey = (prefix: string, jobId: string, format: BatchExportFormat): string =>
  `${prefix}batch-${jobId}.${BATCH_EXPORTS[format].suffix}`;

const STATE = 'job-delivery';
const TICKET = 'job-delivery-ticket';
/** Tickets are listed over all accounts. */
const TICKET_OWNER = 'open';

export type Deliveries = ReturnType<typeof createDeliveries>;

const held = (record: StoredRecord | null): HeldDelivery | null =>
  // safe because nobody else writes records of this kind
  record && { jobId: record.id, version: record.version, delivery: record.data as Delivery };

/** Deliveries of results, as records of the store. Until one has ended, a ticket says that there is something to do. */
export const createDeliveries = (records: Pick<RecordStore, 'insert' | 'get' | 'replace' | 'remove' | 'list'>) => ({
  /** Before its job runs. A ticket without a delivery means nothing, so the delivery comes first. */
  add: async (jobId: string, delivery: Delivery): Promise<void> => {
    const { accountId: owner, expiresAtMs } = delivery;
    await records.insert({ kind: STATE, id: jobId, owner, data: delivery, expiresAtMs });
    await records.insert({ kind: TICKET, id: jobId, owner: TICKET_OWNER, data: {}, expiresAtMs });
  },
  get: async (jobId: string): Promise<HeldDelivery | null> => held(await records.get(STATE, jobId)),
  /** Null when another was faster. */
  replace: async ({ jobId, version }: Pick<HeldDelivery, 'jobId' | 'version'>, delivery: Delivery) =>
    held(await records.replace(STATE, jobId, version, { data: delivery, expiresAtMs: delivery.expiresAtMs })),
  tickets: async (page: NewestPage): Promise<DeliveryTicket[]> =>
    (await records.list(TICKET, TICKET_OWNER, page)).map(({ id, createdAtMs }) => ({ jobId: id, createdAtMs })),
  closeTicket: (jobId: string): Promise<boolean> => records.remove(TICKET, jobId),
  /** Of a job that was undone. */
  remove: async (jobId: string): Promise<void> => {
    await records.remove(TICKET, jobId);
    await records.remove(STATE, jobId);
  },
});
