import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { changePlan, operatorAccountsQuery, type OperatorAccount } from '../../api/operator.js';
import { Checkbox } from '../../ui/form/checkbox.js';
import { Field } from '../../ui/form/field.js';
import { FormDialog } from '../../ui/overlay/form-dialog.js';
import { Input } from '../../ui/form/input.js';
import { showToast } from '../../ui/overlay/toast-store.js';

const FIELDS = ['creditsPerPeriod', 'periodDays', 'concurrency'] as const;

export interface PlanDialogProps {
  readonly account: OperatorAccount;
  readonly onClose: () => void;
}

interface NumberFieldProps {
  readonly label: string;
  readonly description: string;
  readonly error: string | undefined;
  readonly min: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const NumberField = ({ label, description, error, min, value, onChange }: NumberFieldProps) => (
  <Field label={label} description={description} error={error} isRequired>
    <Input
      type="number"
      inputMode="numeric"
      min={min}
      step={1}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
);

/** What an account gets with each period, and how much it may do at once. */
export function PlanDialog({ account, onClose }: PlanDialogProps) {
  const { id, name, plan, concurrency } = account;
  const [credits, setCredits] = useState(String(plan.creditsPerPeriod));
  const [days, setDays] = useState(String(plan.periodDays));
  const [renew, setRenew] = useState(plan.renew);
  const [atOnce, setAtOnce] = useState(String(concurrency));
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: changePlan,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: operatorAccountsQuery.queryKey });
      showToast({ title: `The plan of ${name} is changed` });
      onClose();
    },
  });
  const errors = fieldErrors(changing.error);
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="sm"
      title={`Change the plan of ${name}`}
      description="The current period keeps its credits and its end."
      submitLabel="Change plan"
      call={changing}
      onSubmit={() => {
        const numbers = { creditsPerPeriod: Number(credits), periodDays: Number(days), concurrency: Number(atOnce) };
        changing.mutate({ id, renew, ...numbers });
      }}
      fields={FIELDS}
    >
      <NumberField
        label="Credits per period"
        description="From the next period on."
        error={errors['creditsPerPeriod']}
        min={0}
        value={credits}
        onChange={setCredits}
      />
      <NumberField
        label="Days of a period"
        description="From the next period on."
        error={errors['periodDays']}
        min={1}
        value={days}
        onChange={setDays}
      />
      <Checkbox
        label="Further periods get credits"
        checked={renew}
        onChange={(event) => setRenew(event.target.checked)}
      />
      <NumberField
        label="Requests at once"
        description="From now on."
        error={errors['concurrency']}
        min={0}
        value={atOnce}
        onChange={setAtOnce}
      />
    </FormDialog>
  );
}
