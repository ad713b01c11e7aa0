import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { operationsQuery } from '../../api/operations.js';
import { Checkbox } from '../../ui/form/checkbox.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import { familyOf, toggled } from './limit-draft.js';
import styles from './limit-fields.module.css';

interface ListProps {
  readonly value: readonly string[];
  readonly onChange: (operations: readonly string[]) => void;
}

function Family({
  name,
  ids,
  value,
  onChange,
}: ListProps & { readonly name: string; readonly ids: readonly string[] }) {
  const isWhole = value.includes(name);
  const isSome = ids.some((id) => value.includes(id));
  return (
    <div className={styles['family']}>
      <Checkbox
        label={<span className="mono">{name}</span>}
        checked={isWhole}
        isMixed={!isWhole && isSome}
        onChange={(event) => onChange(toggled(value, name, event.target.checked))}
      />
      <div className={styles['members']}>
        {ids.map((id) => (
          <Checkbox
            key={id}
            label={<span className="mono">{id}</span>}
            checked={isWhole || value.includes(id)}
            disabled={isWhole}
            onChange={(event) => onChange(toggled(value, id, event.target.checked))}
          />
        ))}
      </div>
    </div>
  );
}

function OperationList({ value, onChange }: ListProps) {
  const { data: operations, error } = useQuery(operationsQuery);
  const families = Map.groupBy(operations ?? [], ({ id }) => familyOf(id));
  return (
    // A place that scrolls has to be reached by the keyboard: its checkboxes are.
    <div className={styles['list']}>
      {error && !operations && <p className={styles['error']}>The operations could not be read: {error.message}</p>}
      {!error && !operations && <Skeleton width="12rem" />}
      {[...families].map(([name, members]) => (
        <Family key={name} name={name} ids={members.map(({ id }) => id)} value={value} onChange={onChange} />
      ))}
    </div>
  );
}

export interface OperationLimitProps {
  readonly value: readonly string[] | undefined;
  readonly onChange: (operations: readonly string[] | undefined) => void;
  readonly error: string | undefined;
}

/** All operations, or some. */
export function OperationLimit({ value, onChange, error }: OperationLimitProps) {
  const id = useId();
  return (
    <fieldset className={styles['operations']} aria-describedby={error === undefined ? undefined : id}>
      <legend className={styles['legend']}>Operations</legend>
      <label className={styles['choice']}>
        <input type="radio" name={id} checked={value === undefined} onChange={() => onChange(undefined)} />
        All, also those that come later
      </label>
      <label className={styles['choice']}>
        <input
          type="radio"
          name={id}
          checked={value !== undefined}
          aria-invalid={error === undefined ? undefined : true}
          onChange={() => onChange([])}
        />
        Only these
      </label>
      {value !== undefined && <OperationList value={value} onChange={onChange} />}
      {error !== undefined && (
        <p id={id} className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
