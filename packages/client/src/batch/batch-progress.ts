/** How far a batch has come: what another process needs in order to go on with it. */
export interface BatchProgress {
  /** Path of the batches, such as `/scrape/batch/web`. */
  readonly path: string;
  /** Digest of the submission, so that another one is not taken for it. */
  readonly digest: string;
  readonly idempotencyKey: string;
  /** Undefined until the service has accepted the batch. */
  readonly jobId?: string | undefined;
  /** Results that were taken. */
  readonly cursor: number;
}

/** Where progress is kept. `batchFile` of `quarry-client/node` keeps it in a file; a browser may use its storage. */
export interface BatchProgressStore {
  load(): Promise<BatchProgress | undefined>;
  /** Replaces what was saved before, as a whole. */
  save(progress: BatchProgress): Promise<void>;
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of a submission, as JSON, and of where it goes. */
export const digestOf = async (path: string, body: object): Promise<string> => {
  const bytes = new TextEncoder().encode(`${path}\n${JSON.stringify(body)}`);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
};

export const isBatchProgress = (value: unknown): value is BatchProgress => {
  if (typeof value !== 'object' || value === null) return false;
  // safe because every field is checked
  const { path, digest, idempotencyKey, jobId, cursor } = value as Record<string, unknown>;
  const isText = [path, digest, idempotencyKey].every((text) => typeof text === 'string');
  return isText && (jobId === undefined || typeof jobId === 'string') && Number.isInteger(cursor);
};
