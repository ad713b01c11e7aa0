import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import styles from './data-table.module.css';
import { Skeleton } from './skeleton.js';

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** CSS width; without it the column takes its share. */
  readonly width?: string;
  /** In a narrow place: `title` is the first line of its block, `hidden` is left out, `actions` sits at the end of the title. */
  readonly narrow?: 'title' | 'hidden' | 'actions';
}

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while it loads: rows of the same height are shown in their place. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly loadingRows?: number;
  /** Instead of the rows when there are none. */
  readonly empty?: ReactNode;
  readonly className?: string | undefined;
}

const cellClass = <Row,>({ align, narrow }: Column<Row>): string | undefined =>
  classNames(align === 'end' && styles['end'], narrow && styles[narrow]);

/**
 * A table that turns into a list of labelled blocks where it is narrower than 36 rem. Roles are stated, because browsers drop
 * them when the display of a table's parts changes.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, loadingRows = 5, empty, className } = props;
  if (rows?.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <div className={classNames(styles['place'], className)}>
      <table className={styles['table']} role="table" aria-busy={rows === undefined || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                role="columnheader"
                className={classNames(column.align === 'end' && styles['end'])}
                style={{ inlineSize: column.width }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows?.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td key={column.key} role="cell" className={cellClass(column)}>
                  {column.narrow === undefined && (
                    <span className={styles['label']} aria-hidden="true">
                      {column.header}
                    </span>
                  )}
                  <div className={styles['value']}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
          {rows === undefined &&
            Array.from({ length: loadingRows }, (_, index) => (
              <tr key={index} role="row">
                {columns.map((column) => (
                  <td key={column.key} role="cell" className={cellClass(column)}>
                    <Skeleton width={column.align === 'end' ? '3.5rem' : '70%'} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
