import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './virtual-rows.module.css';

export interface VirtualRowsProps<Row> {
  /** Name of the list for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  /** Every row's height in CSS pixels. */
  readonly rowHeight: number;
  /** The cells of a row; `role="cell"` on each. */
  readonly row: (row: Row, index: number) => ReactNode;
  /** The heads of the columns, `role="columnheader"` on each; they stay in sight. */
  readonly header?: ReactNode;
  /** CSS height of the place that scrolls. */
  readonly height?: string;
  /** How many rows there are in all, where more will be loaded. */
  readonly total?: number;
  /** Called as the last rows come into sight. */
  readonly onEnd?: () => void;
  readonly rowClassName?: string | undefined;
}

/** A table of very many rows, of which only those in sight exist. */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const {
    label,
    rows,
    rowKey,
    rowHeight,
    row,
    header,
    height = '32rem',
    total = rows.length,
    onEnd,
    rowClassName,
  } = props;
  const place = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  const isAtEnd = rows.length > 0 && lastIndex >= rows.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, rows.length, onEnd]);
  return (
    <div
      ref={place}
      className={styles['place']}
      style={{ blockSize: height }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div role="table" aria-label={label} aria-rowcount={total}>
        {header !== undefined && (
          <div role="row" className={classNames(styles['header'], rowClassName)}>
            {header}
          </div>
        )}
        <div role="rowgroup" className={styles['rows']} style={{ blockSize: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const one = rows[index];
            if (one === undefined) return null;
            return (
              <div
                key={rowKey(one, index)}
                role="row"
                aria-rowindex={index + 1}
                className={classNames(styles['row'], rowClassName)}
                style={{ blockSize: rowHeight, translate: `0 ${start}px` }}
              >
                {row(one, index)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
