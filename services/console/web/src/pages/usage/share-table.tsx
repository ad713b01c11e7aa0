import { formatCount } from '../../format/format.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { CREDITS, FAILED, REQUESTS } from './count-columns.js';
import styles from './share-table.module.css';

export interface ShareRow {
  /** Default: the name, if no two rows share one. */
  readonly id?: string;
  readonly name: string;
  readonly credits: number;
  readonly requests: number;
  readonly failed: number;
}

export interface ShareTableProps {
  readonly caption: string;
  readonly header: string;
  readonly rows: readonly ShareRow[] | undefined;
  readonly isMono?: boolean;
}

/** Who spent how much: a bar behind each name shows its share of the largest. */
export function ShareTable({ caption, header, rows, isMono = false }: ShareTableProps) {
  const most = Math.max(1, ...(rows?.map(({ credits }) => credits) ?? []));
  const columns: readonly Column<ShareRow>[] = [
    {
      key: 'name',
      header,
      narrow: 'title',
      cell: ({ name, credits }) => (
        <div className={styles['name']}>
          <span className={isMono ? 'mono' : undefined}>{name}</span>
          <span className={styles['bar']} style={{ inlineSize: `${(credits / most) * 100}%` }} aria-hidden="true" />
        </div>
      ),
    },
    { ...CREDITS, width: '5.5rem' },
    { ...REQUESTS, width: '5.5rem' },
    {
      ...FAILED,
      width: '4.5rem',
      cell: ({ failed }) => (failed === 0 ? <span className="muted">0</span> : formatCount(failed)),
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ id, name }) => id ?? name}
      empty={<EmptyState title="Nothing yet" isCompact />}
    />
  );
}
