import { setImmediate } from 'node:timers/promises';
import { BATCH_EXPORTS } from '@quarry/contracts';
import { openJudgedAgents } from '@quarry/egress/judged-agents';
import type { TargetRule } from '@quarry/egress/target-rule';
import { exportBatch, exportKey, visiblePages, type Delivery, type ExportSource } from '@quarry/exports';
import { FileServerError, openBucketWriter, type BucketWriter, type FileStore } from '@quarry/files';
import type { BatchJob, BatchStore } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';

export interface SendOptions {
  readonly batches: Pick<BatchStore, 'results'>;
  readonly files: Pick<FileStore, 'read' | 'open'>;
  readonly rule: TargetRule;
  /** Undefined: the deployment has no secret to open the keys with. */
  readonly seals: HeaderSeals | undefined;
  /** Public URL of stored files, without a trailing slash. */
  readonly filesUrl: string;
  /** Default: `PART_TIMEOUT_MS`. */
  readonly partTimeoutMs?: number | undefined;
}

/** `error`: a code of the bucket's server or of the network, or our own; never an address. `isFinal`: another try would be the same. */
export type SendOutcome =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'failed'; readonly error: string; readonly isFinal: boolean };

const failed = (error: string, isFinal = false): SendOutcome => ({ outcome: 'failed', error, isFinal });

const endpointOf = ({ endpoint, region }: Delivery): string => endpoint ?? `https://s3.${region}.amazonaws.com`;

/** The keys of the bucket; undefined if they do not open, such as after a change of the deployment's secret. */
const keysOf = (seals: HeaderSeals, jobId: string, { accountId, sealedKeys = '' }: Delivery) => {
  const { accessKeyId, secretAccessKey } = seals.open({ accountId, requestId: jobId }, sealedKeys) ?? {};
  return accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };
};

const codeOf = (error: unknown): string => (error instanceof FileServerError ? error.code : 'internal_error');

/** Writes the files one after the other; each is whole or absent. */
const writeAll = async (
  { batches, files, filesUrl }: SendOptions,
  { job, delivery, writer }: { readonly job: BatchJob; readonly delivery: Delivery; readonly writer: BucketWriter },
  signal: AbortSignal,
): Promise<void> => {
  for (const format of delivery.formats) {
    const source: ExportSource = {
      pages: visiblePages(job, (page) => batches.results(job.id, page), signal),
      ...{ files, filesUrl },
      takeTurn: () => setImmediate(),
    };
    const parts = exportBatch(format, source, job, { hasAnswers: delivery.hasAnswers });
    await writer.put(exportKey(delivery.prefix, job.id, format), BATCH_EXPORTS[format].contentType, parts);
  }
};

/** One try to deliver the results of a job that has ended. Never rejects. The same job gives the same files each time. */
export const sendResults = async (
  options: SendOptions,
  job: BatchJob,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<SendOutcome> => {
  const { rule, seals, partTimeoutMs } = options;
  if (seals === undefined) return failed('no_secret');
  const credentials = keysOf(seals, job.id, delivery);
  if (credentials === undefined) return failed('keys_unreadable', true);
  const judged = openJudgedAgents(endpointOf(delivery), { rule });
  if (!judged.isAllowed) return failed(`refused_${judged.reason}`, true);
  const { endpoint, region, bucket } = delivery;
  const cut = (): void => judged.close();
  signal.addEventListener('abort', cut, { once: true });
  let writer: BucketWriter | undefined;
  try {
    writer = await openBucketWriter({ endpoint, region, bucket, credentials, agents: judged.agents, partTimeoutMs });
    await writeAll(options, { job, delivery, writer }, signal);
    return { outcome: 'delivered' };
  } catch (error) {
    if (signal.aborted) return failed('cancelled');
    const code = codeOf(error);
    return code === 'ERR_TARGET_FORBIDDEN' ? failed('refused_address', true) : failed(code);
  } finally {
    signal.removeEventListener('abort', cut);
    writer?.close();
    judged.close();
  }
};
