import { useNavigate } from '@tanstack/react-router';
import type { OperationView } from '../../../api/operations.js';
import { Select } from '../../../ui/form/select.js';
import { familiesOf } from './families.js';
import styles from './operation-choice.module.css';

/** Goes to another operation. */
export function OperationChoice({
  operations,
  chosen,
}: {
  readonly operations: readonly OperationView[];
  readonly chosen: string;
}) {
  const navigate = useNavigate();
  return (
    <Select
      aria-label="Operation"
      value={chosen}
      className={styles['choice']}
      onChange={({ target }) => void navigate({ to: '/playground/$', params: { _splat: target.value } })}
    >
      {familiesOf(operations).map(({ name, operations: members }) => (
        <optgroup key={name} label={name}>
          {members.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
