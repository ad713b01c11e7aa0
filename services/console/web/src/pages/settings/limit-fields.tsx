import { fieldErrors } from '../../api/field-errors.js';
import { Field } from '../../ui/form/field.js';
import { Input } from '../../ui/form/input.js';
import type { LimitDraft } from './limit-draft.js';
import { OperationLimit } from './operation-limit.js';
import styles from './limit-fields.module.css';

export interface LimitFieldsProps {
  readonly value: LimitDraft;
  readonly onChange: (value: LimitDraft) => void;
  /** Why the last sending failed. */
  readonly error: unknown;
}

/** What a key may do at most. */
export function LimitFields({ value, onChange, error }: LimitFieldsProps) {
  const errors = fieldErrors(error);
  return (
    <>
      <div className={styles['pair']}>
        <Field
          label="Credits per day"
          description="From midnight to midnight, UTC. Empty: no limit."
          error={errors['limits.creditsPerDay']}
        >
          <Input
            value={value.creditsPerDay}
            onChange={(event) => onChange({ ...value, creditsPerDay: event.target.value })}
            inputMode="numeric"
            autoComplete="off"
            placeholder="No limit"
          />
        </Field>
        <Field
          label="Concurrency"
          description="Requests in flight at once. Empty: the account’s."
          error={errors['limits.concurrency']}
        >
          <Input
            value={value.concurrency}
            onChange={(event) => onChange({ ...value, concurrency: event.target.value })}
            inputMode="numeric"
            autoComplete="off"
            placeholder="No limit"
          />
        </Field>
      </div>
      <OperationLimit
        value={value.operations}
        onChange={(operations) => onChange({ ...value, operations })}
        error={errors['limits.operations']}
      />
    </>
  );
}
