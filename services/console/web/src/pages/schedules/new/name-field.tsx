import { Field } from '../../../ui/form/field.js';
import { Input } from '../../../ui/form/input.js';
import type { useSettings } from './use-settings.js';

export interface NameFieldProps {
  readonly kept: Pick<ReturnType<typeof useSettings>, 'settings' | 'setSettings'>;
  readonly error: string | undefined;
}

/** What the schedule is called. */
export function NameField({ kept: { settings, setSettings }, error }: NameFieldProps) {
  return (
    <Field label="Name" aside="optional" description="Only people of this account see it." error={error}>
      <Input
        autoComplete="off"
        maxLength={100}
        value={settings.name}
        onChange={({ target }) => setSettings({ ...settings, name: target.value })}
      />
    </Field>
  );
}
