import { Readable } from 'node:stream';
import { BATCH_CSV_COLUMNS, validateBatchExport, validateBatchTable } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { BatchItem, BatchJob, BatchStore } from '@quarry/store';
import { EXPORT_CHUNK_CHARS, EXPORT_PAGE_ROWS, STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import { sendStream } from '../../http/send-stream.js';
import type { BatchExchange, HandleJob } from '../batch-exchange.js';
import { columnRows, isPlainColumn } from './answer-columns.js';
import { onOneLine, withAnswers, type ReadAnswersOptions, type StoredAnswer } from './read-answers.js';
import { readCheckedQuery } from '../../http/input/read-checked-query.js';
import { csvLine, csvRow, resultRow } from './result-row.js';
import { Turns } from '../../http/turns.js';

export interface ExportOptions {
  readonly batches: Pick<BatchStore, 'results'>;
  readonly files: Pick<FileStore, 'read' | 'open'>;
  readonly filesUrl: string;
  /** Aborts when this process must stop. */
  readonly stopping: AbortSignal;
  /** How long to retry reading a stored response. */
  readonly answerReadMs?: number | undefined;
}

type Pages = AsyncGenerator<readonly BatchItem[]>;

/** All items that were visible when the job was read, in pages. */
async function* pagesOf({ batches, stopping }: ExportOptions, job: BatchJob): Pages {
  for (let afterSeq = 0; afterSeq < job.visibleCount;) {
    if (stopping.aborted) throw new Error('stopped in the middle of an export');
    const limit = Math.min(EXPORT_PAGE_ROWS, job.visibleCount - afterSeq);
    const items = await withTimeout(STORE_ANSWER_MS, batches.results(job.id, { afterSeq, limit }));
    const last = items.at(-1)?.seq;
    if (last === undefined) throw new Error('items of an export are gone');
    yield items;
    afterSeq = last;
  }
}

/** Joins lines into chunks; yields between turns. */
async function* chunksOf(pages: Pages, lineOf: (item: BatchItem) => string): AsyncGenerator<string> {
  const turns = new Turns();
  let chunk = '';
  for await (const items of pages) {
    for (const item of items) {
      chunk += lineOf(item);
      if (chunk.length < EXPORT_CHUNK_CHARS) continue;
      yield chunk;
      chunk = '';
      await turns.take();
    }
  }
  if (chunk !== '') yield chunk;
}

async function* answerParts(answer: StoredAnswer): AsyncGenerator<string | Uint8Array> {
  if (answer.kind === 'missing') yield ',"answer":null';
  if (answer.kind !== 'whole' && answer.kind !== 'large') return;
  yield ',"answer":';
  if (answer.kind === 'whole') yield onOneLine(answer.body);
  // safe because files are read as bytes
  else for await (const part of await answer.open()) yield onOneLine(part as Uint8Array);
}

/** Lines with the stored response of each item; large ones are streamed. */
async function* linesWithAnswers(
  pages: Pages,
  filesUrl: string,
  reading: ReadAnswersOptions,
): AsyncGenerator<string | Uint8Array> {
  for await (const items of pages) {
    for await (const { item, answer } of withAnswers(reading, items)) {
      yield JSON.stringify(resultRow(item, filesUrl)).slice(0, -1);
      yield* answerParts(answer);
      yield '}\n';
    }
  }
}

async function* withFirst<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** Sends the visible items as a file. Waits for the first part before sending headers, so that an unavailable store is a 503. */
const sendExport = async (
  { request, response, putHeaders }: BatchExchange,
  file: { readonly name: string; readonly contentType: string },
  parts: AsyncGenerator<string | Uint8Array>,
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

/** One line of JSON per visible item, as in a page of results. */
export const createNdjsonExport =
  (options: ExportOptions): HandleJob =>
  async (exchange, job) => {
    const query = readCheckedQuery(exchange.request, validateBatchExport);
    if (query.outcome === 'refused') return exchange.refuse(query);
    const { files, filesUrl, answerReadMs: readMs } = options;
    const isGone = (): boolean => exchange.response.destroyed || options.stopping.aborted;
    const pages = pagesOf(options, job);
    const lines =
      query.params.answers || query.params.include === 'document'
        ? linesWithAnswers(pages, filesUrl, { files, readMs, isGone })
        : chunksOf(pages, (item) => `${JSON.stringify(resultRow(item, filesUrl))}\n`);
    const file = { name: `batch-${job.id}.ndjson`, contentType: 'application/x-ndjson; charset=utf-8' };
    await sendExport(exchange, file, lines);
  };

async function* withHead(head: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  // Together with the first rows, so that an unavailable store is a 503.
  const first = await chunks.next();
  yield first.done ? head : head + first.value;
  yield* chunks;
}

/** The same as a table. */
export const createCsvExport =
  (options: ExportOptions): HandleJob =>
  async (exchange, job) => {
    const query = readCheckedQuery(exchange.request, validateBatchTable);
    if (query.outcome === 'refused') return exchange.refuse(query);
    const { files, filesUrl, answerReadMs: readMs } = options;
    const { columns = BATCH_CSV_COLUMNS } = query.params;
    const isGone = (): boolean => exchange.response.destroyed || options.stopping.aborted;
    const pages = pagesOf(options, job);
    const rows = columns.every(isPlainColumn)
      ? chunksOf(pages, (item) => csvRow(item, columns, filesUrl))
      : columnRows(pages, columns, filesUrl, { files, readMs, isGone });
    const file = { name: `batch-${job.id}.csv`, contentType: 'text/csv; charset=utf-8; header=present' };
    await sendExport(exchange, file, withHead(csvLine(columns), rows));
  };
