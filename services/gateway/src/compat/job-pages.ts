import { jobDocument, jobErrors, jobPage, type JobFailure } from '@quarry/compat';
import { describeFailure } from '@quarry/contracts';
import { bytesOf, visiblePages, withAnswers, type StoredAnswer } from '@quarry/exports';
import type { BatchItem, BatchStore } from '@quarry/store';
import { COMPAT_PAGE_BYTES, COMPAT_PAGE_ROWS, STORE_ANSWER_MS } from '../bounds.js';
import type { HandleJob } from '../batch/batch-exchange.js';
import { patientFiles, type ExportOptions } from '../batch/results/export-results.js';
import { withTimeout } from '../http/with-timeout.js';

export interface JobPagesOptions extends ExportOptions {
  readonly batches: Pick<BatchStore, 'results'>;
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** How long responses and jobs are kept. */
  readonly retentionMs: number;
}

/** How many of the ended items a page leaves out. */
const SKIP = /[?&]skip=(\d{1,9})(?:&|$)/;

const answerOf = async (stored: StoredAnswer): Promise<Buffer | undefined> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (await bytesOf(stored)) ?? []) {
    bytes += part.byteLength;
    // Leaving the loop ends the stream.
    if (bytes > COMPAT_PAGE_BYTES) return undefined;
    parts.push(part);
  }
  return bytes === 0 ? undefined : Buffer.concat(parts);
};

/** A page of the documents of a job below `path`: those that ended after number `skip`, until the page is full. */
export const createJobPage = (options: JobPagesOptions, path: string): HandleJob => {
  const { batches, files, filesUrl, baseUrl, retentionMs, answerReadMs: readMs } = options;

  const documentOf = async (item: BatchItem, stored: StoredAnswer): Promise<{ document: object; bytes: number }> => {
    const body = await answerOf(stored);
    const url = `${filesUrl}/${item.accountId}/${item.id}/${item.answerName}`;
    const why = `The page is too large for this call, or no longer stored: ${url}`;
    const answer = body && (JSON.parse(body.toString('utf8')) as Record<string, unknown>);
    return { document: jobDocument(item.params, answer, why), bytes: body?.byteLength ?? 0 };
  };

  return async (exchange, job) => {
    const skip = Number(SKIP.exec(exchange.request.url)?.[1] ?? 0);
    const due = Math.min(COMPAT_PAGE_ROWS, job.visibleCount - skip);
    const items =
      due > 0 ? await withTimeout(STORE_ANSWER_MS, batches.results(job.id, { afterSeq: skip, limit: due })) : [];
    const isGone = (): boolean => exchange.response.destroyed || options.stopping.aborted;
    const data: Record<string, unknown>[] = [];
    let bytes = 0;
    let last = skip;
    for await (const { item, answer } of withAnswers({ files: patientFiles(files, { readMs, isGone }) }, items)) {
      if (item.state === 'ok') {
        const read = await documentOf(item, answer);
        data.push({ ...read.document });
        bytes += read.bytes;
      }
      last = item.seq ?? last;
      if (bytes >= COMPAT_PAGE_BYTES) break;
    }
    // Only where there is more already: a client would ask for the next page of a running job without a pause.
    const next = last < job.visibleCount ? `${baseUrl}${path}/${job.id}?skip=${last}` : undefined;
    await exchange.send(jobPage(job, { data, next, expiresAtMs: job.createdAtMs + retentionMs }));
  };
};

/** What failed of a job. Pages that another page of a crawl equals did not: they are left out. */
export const createJobErrors =
  ({ batches, stopping }: Pick<JobPagesOptions, 'batches' | 'stopping'>): HandleJob =>
  async (exchange, job) => {
    const failures: JobFailure[] = [];
    const read: Parameters<typeof visiblePages>[1] = (page) =>
      withTimeout(STORE_ANSWER_MS, batches.results(job.id, page));
    for await (const items of visiblePages(job, read, stopping)) {
      for (const item of items) {
        if (item.state === 'ok') continue;
        const { id, params, endedAtMs } = item;
        const { url } = params as { readonly url?: unknown };
        const failure = describeFailure(item);
        if (failure.error !== 'duplicate_page') failures.push({ id, url, endedAtMs, ...failure });
      }
    }
    await exchange.send(jobErrors(failures));
  };
