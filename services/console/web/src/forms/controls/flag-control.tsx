import { Checkbox } from '../../ui/form/checkbox.js';
import { Segmented } from '../../ui/form/segmented.js';
import { textOf } from '../draft.js';
import type { ControlProps } from './control-props.js';
import styles from './flag-control.module.css';

const CHOICES = [
  { value: '', label: 'Auto' },
  { value: 'true', label: 'On' },
  { value: 'false', label: 'Off' },
] as const;

/** On or off. Where the service decides by itself if nothing is said, that is a third choice. */
export function FlagControl({ field, value, onChange }: ControlProps<'flag'>) {
  const chosen = textOf(value);
  if (typeof field.preset !== 'boolean') {
    const known = CHOICES.find((choice) => choice.value === chosen)?.value ?? '';
    return (
      <Segmented label={field.name} options={CHOICES} value={known} onChange={onChange} className={styles['choices']} />
    );
  }
  const isOn = chosen === '' ? field.preset : chosen === 'true';
  return (
    <Checkbox
      label={<code>{field.name}</code>}
      description={field.note}
      checked={isOn}
      onChange={({ target }) => onChange(target.checked === field.preset ? '' : String(target.checked))}
    />
  );
}
