import type { ReactNode } from 'react';
import { Notice } from '../ui/page/notice.js';
import { countSet, type Draft, type DraftValue } from './draft.js';
import type { FormField } from './form-field.js';
import { FormSection } from './form-section.js';
import { sectionsOf } from './form-sections.js';
import { OperationFields } from './operation-fields.js';
import styles from './operation-form.module.css';
import { countFaults, type PlacedFaults } from './place-faults.js';

export interface OperationFormProps {
  readonly fields: readonly FormField[];
  readonly draft: Draft;
  readonly onChange: (path: string, value: DraftValue) => void;
  /** What is wrong, to be shown now. */
  readonly placed: PlacedFaults;
  readonly onLeave?: ((path: string) => void) | undefined;
  readonly extraOf?: ((path: string) => ReactNode) | undefined;
  /** Rules that involve several parameters. */
  readonly rules?: readonly string[];
}

/** The form of an operation: what most calls set in sight, the rest folded away. */
export function OperationForm({ fields, placed, rules = [], ...rest }: OperationFormProps) {
  const { common, more, call } = sectionsOf(fields);
  const faultsOf = (path: string): readonly string[] => placed.byPath.get(path) ?? [];
  const section = (title: string, part: readonly FormField[]): ReactNode =>
    part.length > 0 && (
      <FormSection title={title} setCount={countSet(part, rest.draft)} faultCount={countFaults(part, placed)}>
        <OperationFields fields={part} faultsOf={faultsOf} {...rest} />
      </FormSection>
    );
  return (
    <>
      {placed.others.length > 0 && <Notice tone="danger">{placed.others.join(' ')}</Notice>}
      <OperationFields fields={common} faultsOf={faultsOf} {...rest} />
      <div>
        {section(`More parameters (${more.length})`, more)}
        {section('How the call runs', call)}
        {rules.length > 0 && (
          <FormSection title="Rules between parameters" setCount={0} faultCount={0}>
            <ul className={styles['rules']}>
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </FormSection>
        )}
      </div>
    </>
  );
}
