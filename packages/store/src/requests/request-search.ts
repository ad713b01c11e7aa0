import type { BatchEngine, RequestEngine, RequestWalk } from '../engine-port.js';
import { boundLimit } from '../input-rules.js';
import type { FoundItems, FoundRequests, ItemSearch, RequestFilter, RequestPlace, RequestSearch } from '../port.js';
import { present } from '../present.js';

/** Most rows that one page of a search looks at. */
export const MAX_WALKED_ROWS = 2_000;

type Walked = Pick<RequestWalk, 'by' | 'value'>;

/**
 * The index that has the fewest rows for a filter. Rows that end well are most of all, and most accounts have few keys, so nothing is
 * gained by an index of either.
 */
const walkedBy = ({ error, host, status, operation }: RequestFilter): Walked => {
  if (error !== undefined) return { by: 'error', value: error };
  if (host !== undefined) return { by: 'host', value: host };
  if (status === 'error') return { by: 'failed', value: null };
  if (status === 'pending') return { by: 'open', value: null };
  if (operation !== undefined) return { by: 'operation', value: operation };
  return { by: 'account', value: null };
};

/** What the index leaves to be looked at row by row. */
const leftOf = (by: Walked['by'], { error, host, status, operation, keyId }: RequestFilter): RequestFilter =>
  present({
    error: by === 'error' ? undefined : error,
    host: by === 'host' ? undefined : host,
    status: by === 'failed' || by === 'open' || (by === 'error' && status === 'error') ? undefined : status,
    operation: by === 'operation' ? undefined : operation,
    keyId,
  });

const olderOf = (untilMs: number, after: RequestPlace | undefined): RequestPlace =>
  after !== undefined && after.createdAtMs < untilMs ? after : { createdAtMs: untilMs, id: '' };

/** A filter that an index serves whole is walked to the limit; any other one at most to the end of a bounded walk. */
export const searchRequests = async (
  engine: Pick<RequestEngine, 'findWalkEnd' | 'walkRequests'>,
  accountId: string,
  search: RequestSearch,
): Promise<FoundRequests> => {
  const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER, after } = search;
  const limit = boundLimit(search.limit);
  const walked = walkedBy(search);
  const filter = leftOf(walked.by, search);
  const walk = { ...walked, before: olderOf(untilMs, after), floor: { createdAtMs: sinceMs, id: '' } };
  const isServedWhole = Object.keys(filter).length === 0;
  const end = isServedWhole ? null : await engine.findWalkEnd(accountId, walk, MAX_WALKED_ROWS);
  // One more, to know whether there is a next page.
  const found = await engine.walkRequests(accountId, { ...walk, floor: end ?? walk.floor }, filter, limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : end;
  return last ? { rows, next: { createdAtMs: last.createdAtMs, id: last.id } } : { rows };
};

/** Items are numbered without gaps, so the end of a walk is known beforehand. */
export const searchItems = async (
  engine: Pick<BatchEngine, 'walkItems'>,
  jobId: string,
  { afterIndex = -1, count, limit: asked, ...rest }: ItemSearch,
): Promise<FoundItems> => {
  const limit = boundLimit(asked);
  const { status, error, host } = rest;
  const filter = present({ status, error, host });
  const lastIndex = Math.min(count - 1, afterIndex + MAX_WALKED_ROWS);
  const found = await engine.walkItems(jobId, { afterIndex, lastIndex }, filter, limit + 1);
  const rows = found.slice(0, limit);
  const nextIndex = found.length > limit ? rows.at(-1)?.index : lastIndex;
  return nextIndex === undefined || nextIndex >= count - 1 ? { rows } : { rows, nextIndex };
};
