import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hostRatesQuery, readingQuery, type OperationHealth } from '../../../api/reading.js';
import { formatCount, formatPercent, nounOf, plural } from '../../../format/format.js';
import { StatusDot } from '../../../ui/badge.js';
import { Card } from '../../../ui/page/card.js';
import { DataTable, type Column } from '../../../ui/data/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { PageHeader } from '../../../ui/page/page-header.js';
import { HostsCard } from '../hosts-card.js';
import styles from './reading.module.css';
import { bandWords, ShareLine } from './share-line.js';
import { SiteTable } from './site-table.js';

/** Sites of all operations that are shown here, those with the largest losses first. */
const MAX_SITES = 25;

const stateOf = ({ dropsCount, worst }: OperationHealth) => {
  if (dropsCount > 0) return <StatusDot tone="danger">{plural(dropsCount, 'drop')}</StatusDot>;
  if (worst === null || worst.band === null) return <StatusDot>Learning</StatusDot>;
  return <StatusDot tone="success">As usual</StatusDot>;
};

const COLUMNS: readonly Column<OperationHealth>[] = [
  {
    key: 'operation',
    header: 'Operation',
    narrow: 'title',
    cell: ({ operation, summary }) => (
      <>
        <Link to="/operator/reading/detail" search={{ operation }} className={styles['name']}>
          {operation}
        </Link>
        <span className={styles['note']}>{summary}</span>
      </>
    ),
  },
  { key: 'state', header: 'State', width: '8rem', narrow: 'aside', cell: stateOf },
  {
    key: 'worst',
    header: 'Lowest field',
    cell: ({ worst }) =>
      worst && (
        <>
          <span className={styles['name']}>{worst.title}</span>
          <span className={styles['note']}>usual {bandWords(worst)}</span>
        </>
      ),
  },
  {
    key: 'today',
    header: 'Today',
    align: 'end',
    width: '5rem',
    narrow: 'meta',
    narrowUnit: 'today',
    cell: ({ worst }) => {
      const share = worst?.days.at(-1)?.share ?? null;
      return share === null ? '–' : formatPercent(share);
    },
  },
  {
    key: 'pages',
    header: 'Pages',
    align: 'end',
    width: '5rem',
    narrow: 'meta',
    narrowUnit: ({ pagesToday }) => nounOf(pagesToday, 'page'),
    cell: ({ pagesToday }) => formatCount(pagesToday),
  },
  {
    key: 'line',
    header: '30 days',
    width: '9rem',
    cell: ({ worst }) => worst && <ShareLine field={worst} />,
  },
];

const lostOf = ({ unrecognized, blocked, read, failed }: OperationHealth['sites'][number]): number =>
  (unrecognized + blocked) / Math.max(1, read + unrecognized + blocked + failed);

const sitesOf = (operations: readonly OperationHealth[]) =>
  operations
    .flatMap(({ operation, sites }) => sites.map((site) => ({ ...site, operation })))
    .sort((one, other) => lostOf(other) - lostOf(one) || other.read - one.read)
    .slice(0, MAX_SITES);

/** Whether pages still contain what they usually do: an operator sees here that a site has changed its layout. */
export function ReadingPage() {
  const { data, error, isPending, refetch } = useQuery(readingQuery);
  const hosts = useQuery(hostRatesQuery);
  const read = data?.filter(({ fieldsCount }) => fieldsCount > 0);
  return (
    <>
      <PageHeader
        title="Reading health"
        description="Share of pages on which each field was found, beside what is usual. Days are in UTC; counts are a minute old at most."
      />
      <div className={styles['stack']}>
        <Card title="Operations" description="Each with the field that is lowest against its usual share." isFlush>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => void refetch()} isCompact />
          ) : (
            <DataTable
              caption="Operations"
              columns={COLUMNS}
              rows={read}
              rowKey={({ operation }) => operation}
              empty={
                <EmptyState
                  title="No page was read yet"
                  description="Call an operation on an engine or a site: its counts appear here within a minute."
                  isCompact
                />
              }
            />
          )}
        </Card>
        {/* What is in sight does not move when the rows above come. */}
        {!isPending && <HostsCard />}
        {data && !hosts.isPending && (
          <Card
            title="Sites and exits"
            description={`The ${MAX_SITES} with the largest part not understood or blocked, of the last 7 days.`}
            isFlush
          >
            <SiteTable sites={sitesOf(data)} />
          </Card>
        )}
      </div>
    </>
  );
}
