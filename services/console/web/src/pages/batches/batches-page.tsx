import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { batchesQuery, cursorOf, isCrawl, isRunning, type BatchView } from '../../api/batches.js';
import { useIsAllowed } from '../../app/use-session.js';
import { formatCount, plural } from '../../format/format.js';
import { buttonClass } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { BatchesIcon, PlusIcon } from '../../ui/icons.js';
import { Meter } from '../../ui/data/meter.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { CursorPager } from '../../ui/data/cursor-pager.js';
import { Time } from '../../ui/time.js';
import { batchState } from '../../parts/request-state.js';
import { StateDot } from '../../parts/state-dot.js';
import { jobPage } from './batch-paths.js';
import styles from './batches-page.module.css';

const LIVE_MS = 3_000;
const PAGE_ROWS = 20;

const COLUMNS: readonly Column<BatchView>[] = [
  {
    key: 'id',
    header: 'Job',
    narrow: 'title',
    cell: (batch) => (
      <Link to={jobPage(batch)} params={{ jobId: batch.jobId }} className={styles['link']}>
        <span>
          {isCrawl(batch) ? `Crawl of ${plural(batch.requestsCount, 'page')}` : plural(batch.requestsCount, 'request')}
        </span>
        <code>{batch.operation}</code>
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '10rem',
    cell: (batch) => <StateDot state={batchState(batch.status, batch.failedCount)} />,
  },
  {
    key: 'progress',
    header: 'Progress',
    width: '14rem',
    cell: ({ responsesCount, requestsCount, succeededCount, failedCount }) => (
      <span className={styles['progress']}>
        <Meter
          label="Progress"
          value={succeededCount}
          more={failedCount}
          max={requestsCount}
          tone="success"
          valueText={`${responsesCount} of ${requestsCount}`}
          isSlim
        />
        <span className={styles['counts']}>
          {formatCount(succeededCount)} ok{failedCount > 0 && `, ${formatCount(failedCount)} failed`}
        </span>
      </span>
    ),
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    width: '6rem',
    cell: ({ creditsCharged }) => formatCount(creditsCharged),
  },
  { key: 'at', header: 'Started', align: 'end', width: '8rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** `/batches`: all batches of the account, newest first. */
export function BatchesPage() {
  const isAllowed = useIsAllowed('call');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...batchesQuery({ limit: PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.batches.some(isRunning) ? LIVE_MS : false),
  });
  const next = cursorOf(data?.nextPage);
  const create = isAllowed && (
    <>
      <Link to="/crawls/new" className={buttonClass()}>
        <PlusIcon /> New crawl
      </Link>
      <Link to="/batches/new" className={buttonClass({ variant: 'primary' })}>
        <PlusIcon /> New batch
      </Link>
    </>
  );
  return (
    <>
      <PageHeader
        title="Batches and crawls"
        description="Many pages with one call, in the background: those of a list, or those that a site links to."
        actions={create}
      />
      {error && data === undefined ? (
        <ErrorState error={error} title="The batches and crawls could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <Card isFlush>
          <DataTable
            caption="Batches and crawls, newest first"
            columns={COLUMNS}
            rows={data?.batches}
            rowKey={({ jobId }) => jobId}
            loadingRows={8}
            empty={
              <EmptyState
                icon={<BatchesIcon />}
                title="No batches or crawls yet"
                description="A batch takes a list of URLs or a file, every line a request. A crawl takes one page, and finds the others itself. The results of either can be downloaded as one file."
                action={create}
              />
            }
          />
        </Card>
      )}
      <CursorPager cursors={cursors} next={next} isBusy={isPlaceholderData} onChange={setCursors} />
    </>
  );
}
