import type { DraftValue } from '../draft.js';
import type { FormField } from '../form-field.js';

/** What every control of a form takes. */
export interface ControlProps<Kind extends FormField['kind']> {
  readonly field: Extract<FormField, { kind: Kind }>;
  readonly value: DraftValue | undefined;
  /** An empty text or list leaves the parameter out. */
  readonly onChange: (value: DraftValue) => void;
}
