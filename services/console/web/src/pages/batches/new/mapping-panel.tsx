import { Checkbox } from '../../../ui/form/checkbox.js';
import { Select } from '../../../ui/form/select.js';
import { columnFields } from '../input/map-columns.js';
import styles from './mapping-panel.module.css';
import type { BatchDraft, TableDraft } from './use-batch-draft.js';

const SAMPLES = 3;

/** Which parameter each column of a table holds. A parameter is taken by one column at most. */
export function MappingPanel({ draft, table }: { readonly draft: BatchDraft; readonly table: TableDraft }) {
  const { fields, setMapping, setNaming } = draft;
  const known = columnFields(fields);
  const change = (column: number, path: string): void =>
    setMapping(
      table.mapping.map((before, at) => {
        if (at === column) return path === '' ? undefined : path;
        return before === path ? undefined : before;
      }),
    );
  return (
    <div className={styles['panel']}>
      <Checkbox
        label="The first row names the columns"
        checked={table.hasNames}
        onChange={({ target }) => {
          setNaming(target.checked);
          setMapping(undefined);
        }}
      />
      <div className={styles['place']} tabIndex={0} role="region" aria-label="Columns">
        <table className={styles['table']}>
          <thead>
            <tr>
              {table.names.map((name, column) => (
                <th key={column} scope="col">
                  <span className={styles['name']}>{name}</span>
                  <Select
                    isSmall
                    aria-label={`Parameter of column ${name}`}
                    value={table.mapping[column] ?? ''}
                    onChange={({ target }) => change(column, target.value)}
                    options={[
                      { value: '', label: 'Leave out' },
                      ...known.map(({ path }) => ({ value: path, label: path })),
                    ]}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, SAMPLES).map(({ line, cells }) => (
              <tr key={line}>
                {table.names.map((_, column) => (
                  <td key={column} className={table.mapping[column] === undefined ? styles['out'] : undefined}>
                    {cells[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
