import type { UsageDay } from '../../api/usage.js';
import { formatDay } from '../../format/format.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { CREDITS, FAILED, REQUESTS } from './count-columns.js';
import styles from './day-table.module.css';

const COLUMNS: readonly Column<UsageDay>[] = [
  { key: 'day', header: 'Day', narrow: 'title', cell: ({ day }) => formatDay(day) },
  CREDITS,
  REQUESTS,
  FAILED,
];

/** The figures of the plot, for reading and for screen readers. Days without requests are left out. */
export function DayTable({ days }: { readonly days: readonly UsageDay[] }) {
  const used = days.filter(({ requests }) => requests > 0).toReversed();
  return (
    <details className={styles['details']}>
      <summary className={styles['summary']}>Show as table</summary>
      <div className={styles['table']}>
        <DataTable caption="Credits by day" columns={COLUMNS} rows={used} rowKey={({ day }) => day} />
      </div>
    </details>
  );
}
