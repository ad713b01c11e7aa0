import {
  BATCH_ROUTES,
  BATCHES_PATH,
  CRAWL_ROUTES,
  readLogCursor,
  toLogQuery,
  validateBatchesQuery,
} from '@quarry/contracts';
import type { BatchJob, BatchStore } from '@quarry/store';
import { STORE_ANSWER_MS } from '../bounds.js';
import type { Exchange } from '../http/exchange.js';
import { readCheckedQuery } from '../http/input/read-checked-query.js';
import { withTimeout } from '../http/with-timeout.js';
import { statusBody } from './job-status.js';

export interface JobListOptions {
  readonly batches: Pick<BatchStore, 'list'>;
  readonly baseUrl: string;
}

const pathOf = ({ operation, crawl }: BatchJob): string =>
  (crawl ? CRAWL_ROUTES : BATCH_ROUTES).find((route) => route.kind === 'submit' && route.operationId === operation)
    ?.path ?? '';

/** `GET /batches`: the account's jobs, newest first. */
export const createJobList = ({ batches, baseUrl }: JobListOptions) => {
  const describe = (job: BatchJob): object => {
    const { jobId, data } = statusBody(job, `${baseUrl}${pathOf(job)}`);
    return { jobId, operation: job.operation, ...data };
  };
  return async (exchange: Exchange): Promise<void> => {
    const query = readCheckedQuery(exchange.request, validateBatchesQuery);
    if (query.outcome === 'refused') return exchange.refuse(query);
    const { limit, cursor } = query.params;
    const place = cursor === undefined ? undefined : readLogCursor(cursor);
    const before = place === undefined ? {} : { beforeMs: place.number, beforeId: place.id };
    // One more, to know whether there is a next page.
    const found = await withTimeout(
      STORE_ANSWER_MS,
      batches.list(exchange.account.id, { ...before, limit: limit + 1 }),
    );
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const next = last && toLogQuery(query.params, { number: last.createdAtMs, id: last.id });
    const nextPage = next && `${baseUrl}${BATCHES_PATH}?${next}`;
    await exchange.send({ status: 'ok', data: { batches: shown.map(describe), nextPage } });
  };
};
