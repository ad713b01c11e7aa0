import { useQuery } from '@tanstack/react-query';
import { operatorQueuesQuery, type QueueView } from '../../api/operator.js';
import { formatCount, formatDuration, plural } from '../../format/format.js';
import { StatusDot } from '../../ui/badge.js';
import { Card } from '../../ui/card.js';
import { DataTable, type Column } from '../../ui/data-table.js';
import { ErrorState } from '../../ui/error-state.js';
import { queueState } from './queue-state.js';
import styles from './operator-page.module.css';

const count = (value: number | undefined): string => (value === undefined ? '–' : formatCount(value));

const COLUMNS: readonly Column<QueueView>[] = [
  { key: 'name', header: 'Queue', narrow: 'title', cell: ({ name }) => <span className={styles['name']}>{name}</span> },
  {
    key: 'state',
    header: 'State',
    narrow: 'aside',
    cell: (queue) => {
      const { tone, text } = queueState(queue);
      return (
        <StatusDot tone={tone} isActive={tone === 'accent'}>
          {text}
        </StatusDot>
      );
    },
  },
  {
    key: 'active',
    header: 'Active',
    align: 'end',
    cell: ({ active, slots }) => (
      <>
        {count(active)} <span className={styles['part']}>of {count(slots)}</span>
      </>
    ),
  },
  { key: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => count(waiting) },
  {
    key: 'oldest',
    header: 'Oldest',
    align: 'end',
    cell: ({ oldestWaitMs }) => (oldestWaitMs ? formatDuration(oldestWaitMs) : '–'),
  },
  {
    key: 'batches',
    header: 'Batch items',
    align: 'end',
    cell: ({ openItems, batches }) =>
      openItems === 0 ? (
        '–'
      ) : (
        <>
          {formatCount(openItems)} <span className={styles['part']}>in {plural(batches, 'batch', 'batches')}</span>
        </>
      ),
  },
];

/** The work of this moment by kind of worker. */
export function QueuesCard() {
  const { data, error, refetch } = useQuery(operatorQueuesQuery);
  return (
    <Card title="Queues" isFlush>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact />
      ) : (
        <DataTable caption="Queues" columns={COLUMNS} rows={data} rowKey={({ name }) => name} loadingRows={3} />
      )}
    </Card>
  );
}
