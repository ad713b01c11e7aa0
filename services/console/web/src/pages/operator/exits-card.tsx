import { useQuery } from '@tanstack/react-query';
import { operatorFleetQuery, type ExitView } from '../../api/operator.js';
import { formatCount, plural } from '../../format/format.js';
import { StatusDot } from '../../ui/badge.js';
import { Card } from '../../ui/page/card.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Time } from '../../ui/time.js';
import { exitName, exitState, shareOf, triesOf } from './exit-words.js';
import styles from './operator-page.module.css';
import { READ_BY_PAGE } from '../../api/poll.js';

function State({ exit }: { readonly exit: ExitView }) {
  const { tone, text } = exitState(exit);
  const { downUntil, restingSites } = exit;
  return (
    <>
      <StatusDot tone={tone}>{text}</StatusDot>
      {downUntil !== undefined && (
        <span className={styles['by']}>
          tried again <Time at={downUntil} />
        </span>
      )}
      {downUntil === undefined && restingSites > 0 && (
        <span className={styles['by']}>not used for {plural(restingSites, 'site')}</span>
      )}
    </>
  );
}

/** The share in the last hour, and in the last day beside it. */
const shares = (part: 'served' | 'blocked' | 'failed') => (exit: ExitView) => (
  <>
    {shareOf(exit.lastHour[part], exit.lastHour)}{' '}
    <span className={styles['part']}>day {shareOf(exit.lastDay[part], exit.lastDay)}</span>
  </>
);

const COLUMNS: readonly Column<ExitView>[] = [
  {
    key: 'name',
    header: 'Exit',
    narrow: 'title',
    cell: ({ name, workers }) => (
      <>
        <span className={styles['name']}>{exitName(name)}</span>
        <span className={styles['id']}>{plural(workers, 'worker')}</span>
      </>
    ),
  },
  { key: 'state', header: 'State', width: '11rem', narrow: 'aside', cell: (exit) => <State exit={exit} /> },
  {
    key: 'tries',
    header: 'Tries in an hour',
    align: 'end',
    width: '11rem',
    cell: ({ lastHour, lastDay }) => (
      <>
        {formatCount(triesOf(lastHour))} <span className={styles['part']}>day {formatCount(triesOf(lastDay))}</span>
      </>
    ),
  },
  { key: 'served', header: 'Served', align: 'end', width: '9.5rem', cell: shares('served') },
  { key: 'blocked', header: 'Blocked', align: 'end', width: '9.5rem', cell: shares('blocked') },
  { key: 'failed', header: 'Exit failed', align: 'end', width: '9.5rem', cell: shares('failed') },
];

/** The ways out of the deployment: the pools of proxies, or its own address. */
export function ExitsCard() {
  const { data, error, refetch } = useQuery({ ...operatorFleetQuery, ...READ_BY_PAGE });
  return (
    <Card title="Exits" description="The last hour, and the last day beside it." isFlush>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact />
      ) : (
        <DataTable
          caption="Exits"
          columns={COLUMNS}
          rows={data?.exits}
          rowKey={({ name }) => name}
          loadingRows={2}
          empty={<EmptyState title="No worker tells of its exits" isCompact />}
        />
      )}
    </Card>
  );
}
