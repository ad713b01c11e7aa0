import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cursorOf } from '../../api/batches.js';
import { requestsQuery, type RequestFilters } from '../../api/requests.js';
import { useAtTop } from './use-at-top.js';
import { every } from '../../api/poll.js';

const LIVE_MS = 3_000;
export const PAGE_ROWS = 50;

/**
 * The request log by pages. The first one is live: it is read again every 3 seconds while it is in sight and not scrolled. With
 * other filters it begins at its first page.
 */
export const useRequestPages = (filters: RequestFilters) => {
  const key = JSON.stringify(filters);
  const [pages, setPages] = useState<{ readonly key: string; readonly cursors: readonly string[] }>({
    key,
    cursors: [],
  });
  const cursors = pages.key === key ? pages.cursors : [];
  const setCursors = (next: readonly string[]): void => setPages({ key, cursors: next });
  const isAtTop = useAtTop();
  const cursor = cursors.at(-1);
  const isFirst = cursor === undefined;
  const query = useQuery({
    ...requestsQuery({ ...filters, limit: PAGE_ROWS, ...(isFirst ? {} : { cursor }) }),
    refetchInterval: isFirst && isAtTop ? every(LIVE_MS) : false,
    placeholderData: keepPreviousData,
  });
  const next = cursorOf(query.data?.nextPage);
  return {
    ...query,
    isFirst,
    /** True while new requests appear by themselves. */
    isLive: isFirst && isAtTop && !query.isError,
    pageNumber: cursors.length + 1,
    onNext: next === undefined || query.isPlaceholderData ? undefined : () => setCursors([...cursors, next]),
    onPrevious: isFirst ? undefined : () => setCursors(cursors.slice(0, -1)),
  };
};
