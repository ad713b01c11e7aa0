import { useQuery } from '@tanstack/react-query';
import type { HostFigures, HostRates } from '../../../../src/health/host-rates.js';
import { hostRatesQuery } from '../../api/reading.js';
import { formatCount, formatPercent } from '../../format/format.js';
import { Card } from '../../ui/page/card.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import styles from './operator-page.module.css';
import { READ_BY_PAGE } from '../../api/poll.js';

/** A share of the requests; a dash where there were none. */
const shareOf = (part: number, { requests }: HostFigures): string =>
  requests === 0 ? '–' : formatPercent(part / requests);

/** The share of the week, and that of today beside it. */
const rates =
  (part: 'blocked' | 'unrecognized') =>
  ({ week, today }: HostRates) => (
    <>
      {shareOf(week[part], week)} <span className={styles['part']}>today {shareOf(today[part], today)}</span>
    </>
  );

const COLUMNS: readonly Column<HostRates>[] = [
  { key: 'host', header: 'Site', narrow: 'title', cell: ({ host }) => <span className={styles['name']}>{host}</span> },
  {
    key: 'requests',
    header: 'Requests',
    align: 'end',
    width: '12rem',
    cell: ({ week, today }) => (
      <>
        {formatCount(week.requests)} <span className={styles['part']}>today {formatCount(today.requests)}</span>
      </>
    ),
  },
  { key: 'blocked', header: 'Blocked', align: 'end', width: '11rem', cell: rates('blocked') },
  { key: 'unrecognized', header: 'Not understood', align: 'end', width: '11rem', cell: rates('unrecognized') },
];

/** Sites that refuse requests, or whose pages no parser understands. */
export function HostsCard() {
  const { data, error, refetch } = useQuery({ ...hostRatesQuery, ...READ_BY_PAGE });
  return (
    <Card
      title="Block rates by site"
      description="The last 7 days, and today beside them; sites with the most requests lost first."
      isFlush
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact />
      ) : (
        <DataTable
          caption="Block rates by site"
          columns={COLUMNS}
          rows={data}
          rowKey={({ host }) => host}
          loadingRows={3}
          empty={<EmptyState title="No site was asked in the last 7 days" isCompact />}
        />
      )}
    </Card>
  );
}
