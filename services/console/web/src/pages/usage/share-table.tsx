import { formatCount, nounOf } from '../../format/format.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
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
    {
      key: 'credits',
      header: 'Credits',
      align: 'end',
      width: '5.5rem',
      narrow: 'aside',
      cell: ({ credits }) => formatCount(credits),
    },
    {
      key: 'requests',
      header: 'Requests',
      align: 'end',
      width: '5.5rem',
      narrow: 'meta',
      narrowUnit: ({ requests }) => nounOf(requests, 'request'),
      cell: ({ requests }) => formatCount(requests),
    },
    {
      key: 'failed',
      header: 'Failed',
      align: 'end',
      width: '4.5rem',
      narrow: 'meta',
      narrowUnit: 'failed',
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
