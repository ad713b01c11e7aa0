import { Readable } from 'node:stream';
import {
  BATCH_EXPORTS,
  validateBatchExport,
  validateBatchTable,
  validateNoQuery,
  type BatchExportFormat,
  type ValidateResult,
} from '@quarry/contracts';
import { exportBatch, visiblePages, type ExportSource, type Parts } from '@quarry/exports';
import type { FileStore } from '@quarry/files';
import type { BatchStore } from '@quarry/store';
import { STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import { sendStream } from '../../http/send-stream.js';
import type { BatchExchange, HandleJob } from '../batch-exchange.js';
import { readCheckedQuery } from '../../http/input/read-checked-query.js';
import { Turns } from '../../http/turns.js';
import { AnswerMissingError, readPatiently, type Patience } from '../../routes/read-patiently.js';

export interface ExportOptions {
  readonly batches: Pick<BatchStore, 'results'>;
  readonly files: Pick<FileStore, 'read' | 'open'>;
  readonly filesUrl: string;
  /** Aborts when this process must stop. */
  readonly stopping: AbortSignal;
  /** How long to retry reading a stored response. */
  readonly answerReadMs?: number | undefined;
}

const nullIfMissing = (error: unknown): null => {
  if (error instanceof AnswerMissingError) return null;
  throw error;
};

/** Stored responses, read again for a while when that fails; null for those that are gone. */
export const patientFiles = (
  files: Pick<FileStore, 'read' | 'open'>,
  patience: Omit<Patience<never>, 'discard'>,
): ExportSource['files'] => ({
  read: (key, maxBytes) => readPatiently(() => files.read(key, maxBytes), patience).catch(nullIfMissing),
  open: (key, range) => {
    const discard = (late: { stream: Readable }): void => void late.stream.destroy();
    return readPatiently(() => files.open(key, range), { ...patience, discard }).catch(nullIfMissing);
  },
});

async function* withFirst<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** Sends the visible items as a file. Waits for the first part before sending headers, so that an unavailable store is a 503. */
const sendExport = async (
  { request, response, putHeaders }: BatchExchange,
  file: { readonly name: string; readonly contentType: string },
  parts: Parts,
): Promise<void> => {
  const first = request.method === 'HEAD' ? undefined : await parts.next();
  await putHeaders();
  response.setHeader('content-type', file.contentType);
  response.setHeader('content-disposition', `attachment; filename="${file.name}"`);
  if (first === undefined) {
    response.end();
    return;
  }
  await sendStream(Readable.from(withFirst(first, parts), { objectMode: true, highWaterMark: 1 }), response);
};

interface Query {
  readonly answers?: boolean;
  readonly include?: 'document' | undefined;
  readonly columns?: readonly string[];
}

const VALIDATE: Readonly<Record<BatchExportFormat, (query: object) => ValidateResult<Query>>> = {
  ndjson: validateBatchExport,
  csv: validateBatchTable,
  parquet: validateBatchTable,
  warc: validateNoQuery,
};

/** The visible items of a job as a file of this format. */
export const createExport =
  (format: BatchExportFormat, options: ExportOptions): HandleJob =>
  async (exchange, job) => {
    const query = readCheckedQuery(exchange.request, VALIDATE[format]);
    if (query.outcome === 'refused') return exchange.refuse(query);
    const { answers, include, columns } = query.params;
    const { batches, filesUrl, stopping, answerReadMs: readMs } = options;
    const isGone = (): boolean => exchange.response.destroyed || stopping.aborted;
    const turns = new Turns();
    const source: ExportSource = {
      pages: visiblePages(job, (page) => withTimeout(STORE_ANSWER_MS, batches.results(job.id, page)), stopping),
      files: patientFiles(options.files, { readMs, isGone }),
      filesUrl,
      takeTurn: () => turns.take(),
    };
    const hasAnswers = answers === true || include === 'document';
    const parts = exportBatch(format, source, job, { hasAnswers, columns });
    const { suffix, contentType } = BATCH_EXPORTS[format];
    await sendExport(exchange, { name: `batch-${job.id}.${suffix}`, contentType }, parts);
  };
