import { Link } from '@tanstack/react-router';
import type { RequestView } from '../../api/requests.js';
import { formatCount, formatDuration, nounOf } from '../../format/format.js';
import { requestState } from '../../parts/request-state.js';
import { StateDot } from '../../parts/state-dot.js';
import { Card } from '../../ui/page/card.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { RequestsIcon } from '../../ui/icons.js';
import { Time } from '../../ui/time.js';
import styles from './last-requests.module.css';

/** What is held while it runs, then what it cost. */
const creditsOf = ({ creditsCharged, creditsHeld, status }: RequestView): number =>
  status === 'pending' ? creditsHeld : creditsCharged;

const COLUMNS: readonly Column<RequestView>[] = [
  {
    key: 'request',
    header: 'Request',
    narrow: 'title',
    cell: ({ id, host, operation }) => (
      <Link to="/requests/$requestId" params={{ requestId: id }} className={styles['request']}>
        <span className={`two-lines ${styles['host']}`} title={host}>
          {host ?? operation}
        </span>
        {host !== undefined && <span className={styles['operation']}>{operation}</span>}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '10rem',
    narrow: 'aside',
    cell: (request) => <StateDot state={requestState(request)} />,
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    width: '4.5rem',
    narrow: 'meta',
    narrowUnit: (request) => nounOf(creditsOf(request), 'credit'),
    cell: (request) => (
      <span className={request.status === 'pending' ? 'muted' : undefined}>{formatCount(creditsOf(request))}</span>
    ),
  },
  {
    key: 'time',
    header: 'Took',
    align: 'end',
    width: '5rem',
    narrow: 'meta',
    cell: ({ timings: { totalMs } }) => totalMs !== undefined && formatDuration(totalMs),
  },
  {
    key: 'at',
    header: 'When',
    align: 'end',
    width: '6.5rem',
    narrow: 'meta',
    cell: ({ createdAt }) => (
      <span className="muted">
        <Time at={createdAt} />
      </span>
    ),
  },
];

export interface LastRequestsProps {
  readonly rows: readonly RequestView[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The newest requests of the account. */
export function LastRequests({ rows, error, onRetry }: LastRequestsProps) {
  return (
    <Card title="Last requests" actions={<Link to="/requests">All requests</Link>} isFlush>
      {error && !rows ? (
        <ErrorState error={error} onRetry={onRetry} isCompact />
      ) : (
        <DataTable
          caption="Last requests"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          loadingRows={10}
          empty={
            <EmptyState
              icon={<RequestsIcon />}
              title="No requests yet"
              description="Every call of the API and of the playground is listed here, with its cost and what came of it."
              isCompact
            />
          }
        />
      )}
    </Card>
  );
}
