import { countSet } from '../../../forms/draft.js';
import { FormSection } from '../../../forms/form-section.js';
import { sectionsOf } from '../../../forms/form-sections.js';
import { OperationFields } from '../../../forms/operation-fields.js';
import { placeFaults, countFaults } from '../../../forms/place-faults.js';
import type { Fault } from '../../../forms/to-params.js';
import type { BatchDraft } from './use-batch-draft.js';

/** Parameters of every request that does not set them itself. */
export function DefaultsPanel({ draft, faults }: { readonly draft: BatchDraft; readonly faults: readonly Fault[] }) {
  const { fields, mainField, defaults, setDefaults, defaultParams } = draft;
  // Nothing is required of defaults, and the main parameter is what the lines are.
  const optional = fields.filter(({ name }) => name !== mainField).map((field) => ({ ...field, isRequired: false }));
  const { common, more, call } = sectionsOf(optional);
  const placed = placeFaults(optional, [...defaultParams.faults, ...faults]);
  const shared = {
    draft: defaults,
    onChange: (path: string, value: (typeof defaults)[string]) => setDefaults({ ...defaults, [path]: value }),
    faultsOf: (path: string) => placed.byPath.get(path) ?? [],
  };
  const rest = [...more, ...call];
  return (
    <>
      <OperationFields fields={common} {...shared} />
      {rest.length > 0 && (
        <FormSection
          title={`More parameters (${rest.length})`}
          setCount={countSet(rest, defaults)}
          faultCount={countFaults(rest, placed)}
        >
          <OperationFields fields={rest} {...shared} />
        </FormSection>
      )}
    </>
  );
}
