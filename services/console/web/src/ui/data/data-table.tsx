import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './data-table.module.css';
import { Skeleton } from '../page/skeleton.js';

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** CSS width; without it the column takes its share. */
  readonly width?: string;
  /**
   * In a narrow place, where each row is a block: `title` begins its first line, `aside` and `actions` end it, `meta` is one of
   * the short figures of its second line, `hidden` is left out. The others follow with their headers.
   */
  readonly narrow?: 'title' | 'aside' | 'actions' | 'meta' | 'hidden';
  /** Follows the value of `meta`, which has no header: what it counts. */
  readonly narrowUnit?: string | ((row: Row) => string);
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

/** Least width of a column that has none of its own, rem. */
const FREE_REM = 7;
/** Widths of a place from which on columns are fixed, so that rows that come later move no head; as in the style sheet. */
const FIXED = [
  { fromRem: 38, name: 'fixed38' },
  { fromRem: 58, name: 'fixed58' },
] as const;

/** The class of a table whose columns are fixed where they have room. */
const fixedClass = (columns: readonly Pick<Column<never>, 'width'>[]): string | undefined => {
  const needed = columns.reduce(
    (sum, { width }) => sum + (width?.endsWith('rem') ? Number.parseFloat(width) : FREE_REM),
    0,
  );
  const found = FIXED.find(({ fromRem }) => needed <= fromRem);
  return found && styles[found.name];
};

/** `row` is undefined while it loads: a bar takes the place of its value, in the same height. */
function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row | undefined }) {
  const { align, narrow, narrowUnit, header, cell } = column;
  return (
    <td role="cell" className={classNames(align === 'end' && styles['end'], narrow && styles[narrow])}>
      {narrow === undefined && (
        <span className={styles['label']} aria-hidden="true">
          {header}
        </span>
      )}
      <div className={styles['value']}>
        {row === undefined ? <Skeleton width={align === 'end' ? '3.5rem' : '8rem'} /> : cell(row)}
        {row !== undefined && narrowUnit !== undefined && (
          <span className={styles['unit']}> {typeof narrowUnit === 'string' ? narrowUnit : narrowUnit(row)}</span>
        )}
      </div>
    </td>
  );
}

/**
 * A table that turns into a list of blocks where it is narrower than 32 rem. Roles are stated, because browsers drop them when
 * the display of a table's parts changes.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, loadingRows = 5, empty, className } = props;
  if (rows?.length === 0 && empty !== undefined) return <>{empty}</>;
  const shown: readonly (Row | undefined)[] = rows ?? Array.from({ length: loadingRows }, () => undefined);
  return (
    <div className={classNames(styles['place'], className)}>
      <table
        className={classNames(styles['table'], fixedClass(columns))}
        role="table"
        aria-busy={rows === undefined || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, align, width, header }) => (
              <th
                key={key}
                scope="col"
                role="columnheader"
                className={classNames(align === 'end' && styles['end'])}
                style={{ inlineSize: width }}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((row, index) => (
            <tr key={row === undefined ? index : rowKey(row)} role="row">
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
