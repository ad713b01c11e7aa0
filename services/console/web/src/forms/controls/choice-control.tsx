import { Select } from '../../ui/form/select.js';
import { choicesOf } from '../choice-label.js';
import { placeholderOf } from '../describe-field.js';
import { textOf } from '../draft.js';
import { Combobox } from './combobox.js';
import type { ControlProps } from './control-props.js';

/** Longer lists are searched instead of scrolled. */
const SELECT_MAX = 8;

/** One of a list of values. */
export function ChoiceControl({ field, value, onChange }: ControlProps<'choice'>) {
  const choices = choicesOf(field, field.values);
  const chosen = textOf(value);
  if (choices.length > SELECT_MAX) {
    return (
      <Combobox choices={choices} value={chosen} onChange={onChange} placeholder={placeholderOf(field) || 'Not set'} />
    );
  }
  const isListed = chosen === '' || choices.some((choice) => choice.value === chosen);
  return (
    <Select
      value={chosen}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: placeholderOf(field) || (field.isRequired ? 'Choose' : 'Not set') },
        ...choices.map((choice) => ({ value: choice.value, label: choice.value })),
        ...(isListed ? [] : [{ value: chosen, label: chosen }]),
      ]}
    />
  );
}
