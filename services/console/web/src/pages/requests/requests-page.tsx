import { Link, useSearch } from '@tanstack/react-router';
import type { RequestView } from '../../api/requests.js';
import { useIsAllowed } from '../../app/use-session.js';
import { formatCount, formatDuration } from '../../format/format.js';
import { StatusDot } from '../../ui/badge.js';
import { buttonClass } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { RequestsIcon } from '../../ui/icons.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { Pager } from '../../ui/data/pager.js';
import { Time } from '../../ui/time.js';
import { FilterBar } from './filter-bar.js';
import { KeyName } from './key-name.js';
import type { Filters } from './request-filters.js';
import { requestState } from '../../parts/request-state.js';
import { StateDot } from '../../parts/state-dot.js';
import styles from './requests-page.module.css';
import { useRequestPages } from './use-request-pages.js';

const COLUMNS: readonly Column<RequestView>[] = [
  {
    key: 'what',
    header: 'Request',
    narrow: 'title',
    cell: ({ id, host, operation }) => (
      <Link to="/requests/$requestId" params={{ requestId: id }} className={styles['link']}>
        <span className="truncate">{host ?? operation}</span>
        <span className={styles['id']}>{id.slice(0, 8)}</span>
      </Link>
    ),
  },
  { key: 'status', header: 'Status', width: '10.5rem', cell: (request) => <StateDot state={requestState(request)} /> },
  { key: 'operation', header: 'Operation', width: '9.5rem', cell: ({ operation }) => <code>{operation}</code> },
  {
    key: 'key',
    header: 'Key',
    narrow: 'hidden',
    width: '7.5rem',
    cell: ({ key }) => (key === undefined ? '' : <KeyName id={key} />),
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    narrow: 'hidden',
    width: '4.5rem',
    cell: ({ creditsCharged, creditsHeld }) =>
      creditsHeld > 0 ? <span className="muted">{formatCount(creditsHeld)} held</span> : formatCount(creditsCharged),
  },
  {
    key: 'time',
    header: 'Took',
    align: 'end',
    narrow: 'hidden',
    width: '5rem',
    cell: ({ timings: { totalMs } }) => (totalMs === undefined ? '' : formatDuration(totalMs)),
  },
  {
    key: 'at',
    header: 'When',
    align: 'end',
    width: '6.5rem',
    narrow: 'actions',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function RequestList({ filters }: { readonly filters: Filters }) {
  const { data, error, refetch, isLive, isFirst, isPlaceholderData, pageNumber, onNext, onPrevious } =
    useRequestPages(filters);
  const isNarrowed = Object.keys(filters).length > 0;
  const isAllowed = useIsAllowed('call');
  if (error && data === undefined) {
    return <ErrorState error={error} title="The requests could not be loaded" onRetry={() => void refetch()} />;
  }
  const empty = isNarrowed ? (
    <EmptyState
      isCompact
      title="No request matches"
      description="Requests are kept for the retention time of this deployment."
    />
  ) : (
    <EmptyState
      icon={<RequestsIcon />}
      title="No requests yet"
      description="Every call of this account appears here, from the playground and from your programs."
      action={
        isAllowed && (
          <Link to="/playground" className={buttonClass({ variant: 'primary' })}>
            Try one
          </Link>
        )
      }
    />
  );
  return (
    <>
      <p className={styles['live']}>
        <StatusDot tone={isLive ? 'success' : 'neutral'} isActive={isLive}>
          {isLive
            ? 'Live: new requests appear by themselves'
            : isFirst
              ? 'Paused while scrolled'
              : `Page ${pageNumber}`}
        </StatusDot>
      </p>
      <Card isFlush className={isPlaceholderData ? styles['stale'] : undefined}>
        <DataTable
          caption="Requests, newest first"
          columns={COLUMNS}
          rows={data?.requests}
          rowKey={({ id }) => id}
          loadingRows={12}
          empty={empty}
        />
      </Card>
      {(onNext !== undefined || onPrevious !== undefined) && (
        <Pager onNext={onNext} onPrevious={onPrevious} isBusy={isPlaceholderData}>
          Page {pageNumber}
        </Pager>
      )}
    </>
  );
}

/** `/requests`: the log of all calls. */
export function RequestsPage() {
  const filters = useSearch({ from: '/shell/requests' });
  const { batch } = filters;
  return (
    <>
      <PageHeader
        title="Requests"
        description={
          batch === undefined ? (
            'Every single call of this account, with what came of it. Items of batches are with their batch.'
          ) : (
            <>
              The items of batch{' '}
              <Link to="/batches/$jobId" params={{ jobId: batch }}>
                <code>{batch.slice(0, 8)}</code>
              </Link>
              , in the order of submission.
            </>
          )
        }
      />
      <FilterBar filters={filters} />
      <RequestList filters={filters} />
    </>
  );
}
