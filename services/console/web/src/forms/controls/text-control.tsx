import { Input } from '../../ui/form/input.js';
import { placeholderOf } from '../describe-field.js';
import { textOf } from '../draft.js';
import { Combobox } from './combobox.js';
import type { ControlProps } from './control-props.js';

/** One line of text; with suggestions where the service lists usual values. */
export function TextControl({ field, value, onChange }: ControlProps<'text'>) {
  if (field.suggestions.length > 0) {
    return (
      <Combobox
        choices={field.suggestions.map((one) => ({ value: one }))}
        value={textOf(value)}
        onChange={onChange}
        placeholder={placeholderOf(field) || 'Not set'}
        isFree
      />
    );
  }
  return (
    <Input
      type={field.input === 'date' ? 'date' : 'text'}
      inputMode={field.input === 'url' ? 'url' : undefined}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      placeholder={placeholderOf(field)}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
