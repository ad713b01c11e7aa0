import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef, type MouseEvent } from 'react';
import type { BatchView } from '../../../api/batches.js';
import { formatCount } from '../../../format/format.js';
import { StatusDot } from '../../../ui/badge.js';
import { Skeleton } from '../../../ui/page/skeleton.js';
import { isRecord } from '../../../forms/json-schema.js';
import { PAGE_OF_KEY, RESULTS_ROWS, resultsQuery, type ResultRow } from './job-queries.js';
import styles from './results-table.module.css';
import { pagesOf, rowsOfPage } from './window-pages.js';

const ROW_PX = 36;
const HEIGHT_MAX_PX = 560;
const OVERSCAN = 5;

/** What a request asked for, in one line. */
const describeQuery = (query: unknown): string => {
  if (!isRecord(query)) return JSON.stringify(query) ?? '';
  const main = query['url'] ?? query['q'];
  return typeof main === 'string' ? main : JSON.stringify(query);
};

const stateOf = ({ status, error, statusCode }: ResultRow['result']) => {
  if (status === 'error') return <StatusDot tone="danger">{error ?? 'error'}</StatusDot>;
  const isErrorPage = statusCode !== undefined && statusCode >= 400;
  return <StatusDot tone={isErrorPage ? 'warning' : 'success'}>{isErrorPage ? `page ${statusCode}` : 'ok'}</StatusDot>;
};

const REQUESTS = '/requests/';

/** A plain link for each row: the router's own does much work, for every row that comes into sight. */
const Cells = memo(function Cells({ row }: { readonly row: ResultRow | undefined }) {
  if (row === undefined) {
    return (
      <>
        <span role="cell">
          <Skeleton width="2rem" />
        </span>
        <span role="cell">
          <Skeleton width="70%" />
        </span>
        <span role="cell">
          <Skeleton width="4rem" />
        </span>
        <span role="cell" className={styles['message']} />
      </>
    );
  }
  const { id, index, message, reason } = row.result;
  return (
    <>
      <span role="cell" className={styles['index']}>
        {formatCount(index + 1)}
      </span>
      <span role="cell" className="truncate">
        <a href={REQUESTS + id} title={describeQuery(row.query)}>
          {describeQuery(row.query)}
        </a>
      </span>
      <span role="cell">{stateOf(row.result)}</span>
      <span role="cell" className={styles['message']} title={message}>
        {reason ?? message ?? ''}
      </span>
    </>
  );
});

/** Opens a row's link within the app, unless it is meant for another tab or window. */
const useLinks = () => {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>): void => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const path = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
    if (!isPlain || path === undefined || path === null || !path.startsWith(REQUESTS)) return;
    event.preventDefault();
    void navigate({ to: '/requests/$requestId', params: { requestId: path.slice(REQUESTS.length) } });
  };
};

/** All results of a batch in the order in which they ended. Only the rows in sight exist, and only their pages are fetched. */
export function ResultsTable({ batch }: { readonly batch: BatchView }) {
  const { responsesCount: total } = batch;
  const place = useRef<HTMLDivElement>(null);
  const openLink = useLinks();
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const pages = pagesOf(items[0]?.index ?? 0, items.at(-1)?.index ?? -1, RESULTS_ROWS);
  const loaded = useQueries({
    queries: pages.map((page) => ({
      ...resultsQuery(batch, page, rowsOfPage(page, total, RESULTS_ROWS)),
      // A page that grows keeps the rows that it had; another page's are never shown in its place.
      placeholderData: (
        before: readonly ResultRow[] | undefined,
        query: { readonly queryKey: readonly unknown[] } | undefined,
      ) => (query?.queryKey[PAGE_OF_KEY] === page ? before : undefined),
    })),
  });
  const rowAt = (index: number): ResultRow | undefined => {
    const page = Math.floor(index / RESULTS_ROWS);
    return loaded[pages.indexOf(page)]?.data?.[index - page * RESULTS_ROWS];
  };
  const failed = loaded.find(({ isError }) => isError);
  return (
    <>
      {failed?.error && (
        <p role="alert" className={styles['failed']}>
          {failed.error.message}
        </p>
      )}
      <div
        ref={place}
        className={styles['place']}
        style={{ blockSize: Math.min(HEIGHT_MAX_PX, (total + 1) * ROW_PX + 2) }}
        tabIndex={0}
        role="region"
        aria-label="Results"
      >
        <div role="table" aria-label="Results" aria-rowcount={total + 1} onClick={openLink}>
          <div role="row" aria-rowindex={1} className={`${styles['header']} ${styles['columns']}`}>
            <span role="columnheader" className={styles['index']}>
              #
            </span>
            <span role="columnheader">Request</span>
            <span role="columnheader">Result</span>
            <span role="columnheader" className={styles['message']}>
              Reason
            </span>
          </div>
          <div role="rowgroup" className={styles['rows']} style={{ blockSize: virtualizer.getTotalSize() }}>
            {items.map(({ index, start }) => (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className={`${styles['row']} ${styles['columns']}`}
                style={{ translate: `0 ${start}px` }}
              >
                <Cells row={rowAt(index)} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}
