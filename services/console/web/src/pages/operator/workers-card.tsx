import { useQuery } from '@tanstack/react-query';
import { operatorFleetQuery, type ProcessView } from '../../api/operator.js';
import { formatBytes, formatCount, plural } from '../../format/format.js';
import { Card } from '../../ui/page/card.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Time } from '../../ui/time.js';
import styles from './operator-page.module.css';
import { READ_BY_PAGE } from '../../api/poll.js';

const COLUMNS: readonly Column<ProcessView>[] = [
  {
    key: 'service',
    header: 'Service',
    narrow: 'title',
    cell: ({ service, host, pid }) => (
      <>
        <span className={styles['name']}>{service}</span>
        <span className={styles['id']}>
          {host} · {pid}
        </span>
      </>
    ),
  },
  { key: 'seen', header: 'Last seen', width: '7.5rem', narrow: 'aside', cell: ({ seenAt }) => <Time at={seenAt} /> },
  { key: 'started', header: 'Started', width: '7.5rem', cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    key: 'build',
    header: 'Build',
    width: '8rem',
    cell: ({ build }) => <code className={styles['build']}>{build || '–'}</code>,
  },
  {
    key: 'memory',
    header: 'Memory',
    align: 'end',
    width: '6.5rem',
    cell: ({ memoryBytes }) => formatBytes(memoryBytes),
  },
  {
    key: 'jobs',
    header: 'Jobs',
    align: 'end',
    width: '7rem',
    cell: ({ activeJobs, slots }) =>
      activeJobs === undefined || slots === undefined ? (
        '–'
      ) : (
        <>
          {formatCount(activeJobs)} <span className={styles['part']}>of {formatCount(slots)}</span>
        </>
      ),
  },
  {
    key: 'pages',
    header: 'Pages open',
    align: 'end',
    width: '7rem',
    cell: ({ pagesOpen }) => (pagesOpen === undefined ? '–' : formatCount(pagesOpen)),
  },
];

/** Gateways, workers, leaders of batches and consoles that tell of themselves. */
export function WorkersCard() {
  const { data, error, refetch } = useQuery({ ...operatorFleetQuery, ...READ_BY_PAGE });
  return (
    <Card
      title="Processes"
      description={data ? plural(data.processes.length, 'process', 'processes') : '\u00A0'}
      isFlush
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact />
      ) : (
        <DataTable
          caption="Processes"
          columns={COLUMNS}
          rows={data?.processes}
          rowKey={({ id }) => id}
          loadingRows={4}
          empty={<EmptyState title="No process tells of itself" isCompact />}
        />
      )}
    </Card>
  );
}
