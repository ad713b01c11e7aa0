import { Input } from '../../ui/form/input.js';
import { placeholderOf } from '../describe-field.js';
import { textOf } from '../draft.js';
import type { ControlProps } from './control-props.js';

/** A number, kept as it is typed; a wheel over it changes nothing. */
export function NumberControl({ field, value, onChange }: ControlProps<'number'>) {
  return (
    <Input
      inputMode={field.isInteger ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder={placeholderOf(field)}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
