import { validateBatchPaging } from '@quarry/contracts';
import { resultRow } from '@quarry/exports';
import type { BatchStore } from '@quarry/store';
import { STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import type { HandleJob } from '../batch-exchange.js';
import { readCheckedQuery } from '../../http/input/read-checked-query.js';

export interface ResultsPageOptions {
  readonly batches: Pick<BatchStore, 'results'>;
  readonly baseUrl: string;
  readonly filesUrl: string;
}

/**
 * Page P of L items: those that ended as number (P - 1) L + 1 to P L. A full page never changes; the last page of a running job
 * still grows.
 */
export const createResultsPage =
  ({ batches, baseUrl, filesUrl }: ResultsPageOptions): HandleJob =>
  async (exchange, job) => {
    const query = readCheckedQuery(exchange.request, validateBatchPaging);
    if (query.outcome === 'refused') return exchange.refuse(query);
    const { page, limit } = query.params;
    const { visibleCount: total } = job;
    const afterSeq = (page - 1) * limit;
    // No more than were visible when the job was read, so that total and rows agree.
    const due = Math.min(limit, total - afterSeq);
    const found = due > 0 ? await withTimeout(STORE_ANSWER_MS, batches.results(job.id, { afterSeq, limit: due })) : [];
    // While a job is being deleted, rows after a gap belong to other pages.
    const items = found.filter(({ seq = 0 }) => seq <= afterSeq + due);
    const path = exchange.route.path.replace(':jobId', job.id);
    const nextPage = total > page * limit ? `${baseUrl}${path}?page=${page + 1}&limit=${limit}` : undefined;
    const results = items.map((item) => resultRow(item, filesUrl));
    await exchange.send({ page: page - 1, limit, total, nextPage, results });
  };
