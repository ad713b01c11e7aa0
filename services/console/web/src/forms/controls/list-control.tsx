import { useFieldWiring } from '../../ui/form/field.js';
import { IconButton } from '../../ui/icon-button.js';
import { CrossIcon } from '../../ui/icons.js';
import { TextArea } from '../../ui/form/input.js';
import { Checkbox } from '../../ui/form/checkbox.js';
import { choicesOf } from '../choice-label.js';
import { placeholderOf } from '../describe-field.js';
import { valuesOf } from '../draft.js';
import { Combobox } from './combobox.js';
import type { ControlProps } from './control-props.js';
import styles from './list-control.module.css';

/** Longer lists are searched; shorter ones are all in sight. */
const IN_SIGHT_MAX = 6;

/** Several values: boxes to tick, a searched list, or one free text per line. */
export function ListControl({ field, value, onChange }: ControlProps<'list'>) {
  const values = valuesOf(value);
  const { id, 'aria-describedby': describedBy } = useFieldWiring();
  if (field.values === undefined) {
    return (
      <TextArea
        rows={Math.min(6, Math.max(2, values.length + 1))}
        isMono
        spellCheck={false}
        className={styles['lines']}
        placeholder={placeholderOf(field)}
        value={values.join('\n')}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      />
    );
  }
  const choices = choicesOf(field, field.values);
  const without = (one: string): readonly string[] => values.filter((other) => other !== one);
  if (choices.length <= IN_SIGHT_MAX) {
    return (
      <div id={id} role="group" aria-label={field.name} aria-describedby={describedBy} className={styles['boxes']}>
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.value}
            checked={values.includes(choice.value)}
            onChange={({ target }) => onChange(target.checked ? [...values, choice.value] : without(choice.value))}
          />
        ))}
      </div>
    );
  }
  return (
    <div className={styles['chosen']}>
      {values.length > 0 && (
        <ul className={styles['chips']} aria-label={`Chosen for ${field.name}`}>
          {values.map((one) => (
            <li key={one} className={styles['chip']}>
              {one}
              <IconButton
                label={`Remove ${one}`}
                icon={<CrossIcon />}
                size="sm"
                isPlain
                onClick={() => onChange(without(one))}
              />
            </li>
          ))}
        </ul>
      )}
      <Combobox
        choices={choices.filter((choice) => !values.includes(choice.value))}
        value=""
        onChange={(one) => onChange([...values, one])}
        placeholder={values.length === 0 ? placeholderOf(field) || 'Add values' : 'Add another'}
        isAdding
      />
    </div>
  );
}
