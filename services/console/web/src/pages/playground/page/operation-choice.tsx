import type { OperationView } from '../../../api/operations.js';
import { Select } from '../../../ui/form/select.js';
import { familiesOf } from './families.js';
import styles from './operation-choice.module.css';

export interface OperationChoiceProps {
  readonly operations: readonly OperationView[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Chooses another operation. */
export function OperationChoice({ operations, chosen, onChoose }: OperationChoiceProps) {
  return (
    <Select
      aria-label="Operation"
      value={chosen}
      className={styles['choice']}
      onChange={({ target }) => onChoose(target.value)}
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
