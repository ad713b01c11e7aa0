import { useState } from 'react';
import { plural } from '../../../format/format.js';
import { Select } from '../../../ui/form/select.js';
import { VirtualRows } from '../../../ui/data/virtual-rows.js';
import type { MainTable } from './main-table.js';
import styles from './tables-view.module.css';

const ROW_PX = 34;
const HEIGHT_MAX_PX = 560;

/** The lists of a response as tables, one at a time. */
export function TablesView({ tables }: { readonly tables: readonly MainTable[] }) {
  const [path, setPath] = useState('');
  const table = tables.find((one) => one.path === path) ?? tables[0];
  if (!table) return null;
  const { columns, rows, total } = table;
  const height = Math.min(HEIGHT_MAX_PX, (rows.length + 1) * ROW_PX + 2);
  return (
    <div className={styles['tables']}>
      <div className={styles['head']}>
        {tables.length > 1 ? (
          <Select
            isSmall
            aria-label="List to show"
            value={table.path}
            onChange={({ target }) => setPath(target.value)}
            options={tables.map((one) => ({ value: one.path, label: `${one.path} (${one.total})` }))}
            className={styles['choice']}
          />
        ) : (
          <code>{table.path}</code>
        )}
        <span className="muted">
          {plural(total, 'row')}
          {total > rows.length && `, the first ${rows.length} shown`}
        </span>
      </div>
      <div className={styles['frame']}>
        {/* As wide as its columns need: the place around it scrolls sideways too. */}
        <div style={{ minInlineSize: `${Math.max(1, columns.length) * 11}rem` }}>
          <VirtualRows
            key={table.path}
            label={`Table of ${table.path}`}
            rows={rows}
            rowKey={(_, index) => String(index)}
            rowHeight={ROW_PX}
            height={`${height}px`}
            rowClassName={styles['row']}
            header={columns.map((name) => (
              <span key={name} role="columnheader" className="truncate">
                {name}
              </span>
            ))}
            row={(cells) =>
              cells.map((cell, column) => (
                <span
                  key={columns[column] ?? column}
                  role="cell"
                  className="truncate"
                  title={cell.length > 24 ? cell : undefined}
                >
                  {cell}
                </span>
              ))
            }
          />
        </div>
      </div>
    </div>
  );
}
