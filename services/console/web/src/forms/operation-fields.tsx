import { useId, type ReactNode } from 'react';
import { Checkbox } from '../ui/form/checkbox.js';
import { classNames } from '../ui/class-names.js';
import { Field } from '../ui/form/field.js';
import { ChoiceControl } from './controls/choice-control.js';
import { FlagControl } from './controls/flag-control.js';
import { JsonControl } from './controls/json-control.js';
import { ListControl } from './controls/list-control.js';
import { MapControl } from './controls/map-control.js';
import { NumberControl } from './controls/number-control.js';
import { TextControl } from './controls/text-control.js';
import { limitsOf } from './describe-field.js';
import { textOf, type Draft, type DraftValue } from './draft.js';
import type { FormField, LeafField } from './form-field.js';
import styles from './operation-fields.module.css';

export interface FieldsProps {
  readonly fields: readonly FormField[];
  readonly draft: Draft;
  readonly onChange: (path: string, value: DraftValue) => void;
  /** What is wrong with a field, to be shown now. */
  readonly faultsOf: (path: string) => readonly string[];
  /** The person has left a field: what is wrong with it may be shown. */
  readonly onLeave?: ((path: string) => void) | undefined;
  /** Stands below the control of a field, such as a button that fills it. */
  readonly extraOf?: ((path: string) => ReactNode) | undefined;
}

/** Notes that would be many lines in half of the width. */
const LONG_NOTE_CHARS = 90;

/** Fields that take the whole width. */
const isWide = (field: FormField): boolean =>
  field.note.length > LONG_NOTE_CHARS ||
  (field.kind === 'flag' && typeof field.preset === 'boolean') ||
  ['json', 'map', 'group', 'options'].includes(field.kind) ||
  (field.kind === 'text' && field.input !== 'date' && (field.isRequired || field.input === 'url')) ||
  (field.kind === 'list' && (field.values === undefined || field.values.length > 3));

function Control(props: {
  readonly field: LeafField;
  readonly value: DraftValue | undefined;
  readonly onChange: (value: DraftValue) => void;
}) {
  const { field, value, onChange } = props;
  switch (field.kind) {
    case 'text':
      return <TextControl field={field} value={value} onChange={onChange} />;
    case 'number':
      return <NumberControl field={field} value={value} onChange={onChange} />;
    case 'flag':
      return <FlagControl field={field} value={value} onChange={onChange} />;
    case 'choice':
      return <ChoiceControl field={field} value={value} onChange={onChange} />;
    case 'list':
      return <ListControl field={field} value={value} onChange={onChange} />;
    case 'map':
      return <MapControl field={field} value={value} onChange={onChange} />;
    case 'json':
      return <JsonControl field={field} value={value} onChange={onChange} />;
    case 'options':
      return null;
  }
}

function FaultLines({ faults }: { readonly faults: readonly string[] }) {
  return faults.length === 0 ? null : <p className={styles['fault']}>{faults.join(' ')}</p>;
}

/** Parameters under one name, or those of something that is switched on. */
function Members({
  field,
  ...rest
}: Omit<FieldsProps, 'fields'> & { readonly field: FormField & { kind: 'group' | 'options' } }) {
  const { draft, onChange, faultsOf } = rest;
  const note = useId();
  const isOn = field.kind === 'group' || textOf(draft[field.path]) === 'true';
  return (
    <fieldset className={styles['group']} aria-describedby={field.kind === 'group' ? note : undefined}>
      {field.kind === 'options' ? (
        <>
          <legend className="visually-hidden">{field.name}</legend>
          <Checkbox
            label={<code>{field.name}</code>}
            description={field.note}
            checked={isOn}
            onChange={({ target }) => onChange(field.path, target.checked ? 'true' : '')}
          />
        </>
      ) : (
        <>
          <legend className={styles['legend']}>
            <code>{field.name}</code>
          </legend>
          <p id={note} className={styles['note']}>
            {field.note}
          </p>
        </>
      )}
      <FaultLines faults={faultsOf(field.path)} />
      {isOn && (
        <div className={styles['members']}>
          <OperationFields {...rest} fields={field.fields} />
        </div>
      )}
    </fieldset>
  );
}

function OneField({ field, ...rest }: Omit<FieldsProps, 'fields'> & { readonly field: FormField }) {
  const { draft, onChange, faultsOf, onLeave, extraOf } = rest;
  if (field.kind === 'group' || field.kind === 'options') return <Members field={field} {...rest} />;
  const faults = faultsOf(field.path);
  const control = <Control field={field} value={draft[field.path]} onChange={(value) => onChange(field.path, value)} />;
  const isLabelled = field.kind === 'flag' && typeof field.preset === 'boolean';
  return (
    <div onBlur={() => onLeave?.(field.path)} data-field={field.path}>
      {isLabelled ? (
        <>
          {control}
          <FaultLines faults={faults} />
        </>
      ) : (
        <Field
          label={<code>{field.name}</code>}
          aside={field.isRequired ? 'required' : limitsOf(field) || undefined}
          description={field.note}
          error={faults.length === 0 ? undefined : faults.join(' ')}
          isRequired={field.isRequired}
        >
          {control}
        </Field>
      )}
      {extraOf?.(field.path)}
    </div>
  );
}

/** The controls of parameters, in a grid that fits its place. */
export function OperationFields({ fields, ...rest }: FieldsProps) {
  return (
    <div className={styles['fields']}>
      {fields.map((field) => (
        <div key={field.path} className={classNames(styles['cell'], isWide(field) && styles['wide'])}>
          <OneField field={field} {...rest} />
        </div>
      ))}
    </div>
  );
}
