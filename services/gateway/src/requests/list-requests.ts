import {
  readInstant,
  readLogCursor,
  REQUESTS_PATH,
  toLogQuery,
  validateRequestsQuery,
  type LogPlace,
  type RequestsQuery,
} from '@quarry/contracts';
import type { BatchJob, BatchStore, RequestStore } from '@quarry/store';
import { STORE_ANSWER_MS } from '../bounds.js';
import type { Exchange } from '../http/exchange.js';
import { readCheckedQuery } from '../http/input/read-checked-query.js';
import { withTimeout } from '../http/with-timeout.js';
import { describeRequest, type LoggedRow } from './describe-request.js';

export interface RequestListOptions {
  readonly requests: Pick<RequestStore, 'search'>;
  readonly batches: Pick<BatchStore, 'get' | 'searchItems'>;
  readonly baseUrl: string;
  readonly filesUrl: string;
}

interface Page {
  readonly rows: readonly LoggedRow[];
  readonly next?: LogPlace;
}

const NONE: Page = { rows: [] };

const instantOf = (value: string | undefined): number | undefined =>
  value === undefined ? undefined : readInstant(value);

/** As rows have it, with its port: a name in another script is written in ASCII. */
const asStored = (host: string): string => URL.parse(`http://${host}/`)?.host || host.toLowerCase();

const searchOf = ({ operation, status, error, host, key, since, until, limit, cursor }: RequestsQuery) => {
  const place = cursor === undefined ? undefined : readLogCursor(cursor);
  return {
    ...{ operation, status, error, keyId: key, limit, place },
    host: host === undefined ? undefined : asStored(host),
    sinceMs: instantOf(since),
    untilMs: instantOf(until),
  };
};
type Search = ReturnType<typeof searchOf>;

/** The items of a job were all made with it, for its operation, by its key. */
const mayHold = ({ operation, keyId, createdAtMs }: BatchJob, search: Search): boolean =>
  (search.operation ?? operation) === operation &&
  (search.keyId ?? keyId) === keyId &&
  createdAtMs >= (search.sinceMs ?? createdAtMs) &&
  createdAtMs < (search.untilMs ?? Number.POSITIVE_INFINITY);

/** `GET /requests`: a page of the request log. */
export const createRequestList = ({ requests, batches, baseUrl, filesUrl }: RequestListOptions) => {
  const searchRequests = async (accountId: string, { place, ...search }: Search): Promise<Page> => {
    const after = place && { createdAtMs: place.number, id: place.id };
    const { rows, next } = await withTimeout(STORE_ANSWER_MS, requests.search(accountId, { ...search, after }));
    return next === undefined ? { rows } : { rows, next: { number: next.createdAtMs, id: next.id } };
  };

  const searchItems = async (accountId: string, jobId: string, search: Search): Promise<Page> => {
    const job = await withTimeout(STORE_ANSWER_MS, batches.get(jobId));
    if (job === null || job.accountId !== accountId || job.state === 'accepting') return NONE;
    if (!mayHold(job, search)) return NONE;
    const { status, error, host, limit, place } = search;
    const items = { status, error, host, limit, count: job.requestsCount, afterIndex: place?.number };
    const { rows, nextIndex } = await withTimeout(STORE_ANSWER_MS, batches.searchItems(jobId, items));
    return nextIndex === undefined ? { rows } : { rows, next: { number: nextIndex, id: jobId } };
  };

  return async (exchange: Exchange): Promise<void> => {
    const query = readCheckedQuery(exchange.request, validateRequestsQuery);
    if (query.outcome === 'refused') return exchange.refuse(query);
    const { batch } = query.params;
    const search = searchOf(query.params);
    const { rows, next } = await (batch === undefined
      ? searchRequests(exchange.account.id, search)
      : searchItems(exchange.account.id, batch.toLowerCase(), search));
    const nextPage = next && `${baseUrl}${REQUESTS_PATH}?${toLogQuery(query.params, next)}`;
    await exchange.send({
      status: 'ok',
      data: { requests: rows.map((row) => describeRequest(row, filesUrl)), nextPage },
    });
  };
};
