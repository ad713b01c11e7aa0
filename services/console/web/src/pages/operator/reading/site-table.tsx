import type { SiteHealth } from '../../../../../src/health/reading-report.js';
import { formatCount, formatPercent, nounOf } from '../../../format/format.js';
import { DataTable, type Column } from '../../../ui/data/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import styles from './reading.module.css';

export type SiteRow = SiteHealth & { readonly operation?: string };

const requestsOf = ({ read, unrecognized, blocked, failed }: SiteHealth): number =>
  read + unrecognized + blocked + failed;

const rate = (site: SiteHealth, figure: 'unrecognized' | 'blocked' | 'failed') => {
  const share = site[figure] / Math.max(1, requestsOf(site));
  return site[figure] === 0 ? <span className="muted">0</span> : formatPercent(share);
};

const COLUMNS: readonly Column<SiteRow>[] = [
  {
    key: 'host',
    header: 'Site',
    narrow: 'title',
    cell: ({ host, operation }) => (
      <>
        <span className={styles['name']}>{host}</span>
        {operation !== undefined && <span className={styles['note']}>{operation}</span>}
      </>
    ),
  },
  { key: 'exit', header: 'Exit', width: '7rem', narrow: 'aside', cell: ({ exit }) => exit },
  {
    key: 'requests',
    header: 'Requests',
    align: 'end',
    width: '6rem',
    narrow: 'meta',
    narrowUnit: (site) => nounOf(requestsOf(site), 'request'),
    cell: (site) => formatCount(requestsOf(site)),
  },
  {
    key: 'unrecognized',
    header: 'Not understood',
    align: 'end',
    width: '8rem',
    narrow: 'meta',
    narrowUnit: 'not understood',
    cell: (site) => rate(site, 'unrecognized'),
  },
  {
    key: 'blocked',
    header: 'Blocked',
    align: 'end',
    width: '5.5rem',
    narrow: 'meta',
    narrowUnit: 'blocked',
    cell: (site) => rate(site, 'blocked'),
  },
  {
    key: 'failed',
    header: 'Other failures',
    align: 'end',
    width: '7rem',
    narrow: 'hidden',
    cell: (site) => rate(site, 'failed'),
  },
];

/** How requests ended, by site and exit. */
export function SiteTable({ sites }: { readonly sites: readonly SiteRow[] | undefined }) {
  return (
    <DataTable
      caption="Requests by site and exit"
      columns={COLUMNS}
      rows={sites}
      rowKey={({ operation = '', host, exit }) => `${operation} ${host} ${exit}`}
      empty={<EmptyState title="No site was asked in the last 7 days" isCompact />}
    />
  );
}
