import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { changePlan, operatorAccountsQuery, type OperatorAccount } from '../../api/operator.js';
import { plural } from '../../format/format.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/form/checkbox.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { Field } from '../../ui/form/field.js';
import { Form } from '../../ui/form/form.js';
import { Input } from '../../ui/form/input.js';
import { showToast } from '../../ui/overlay/toast-store.js';

const FIELDS = ['creditsPerPeriod', 'concurrency'] as const;
const FORM = 'change-plan';

export interface PlanDialogProps {
  readonly account: OperatorAccount;
  readonly onClose: () => void;
}

/** What an account gets with each period, and how much it may do at once. */
export function PlanDialog({ account, onClose }: PlanDialogProps) {
  const { id, name, plan, concurrency } = account;
  const [credits, setCredits] = useState(String(plan.creditsPerPeriod));
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
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={`Change the plan of ${name}`}
      description={`Its periods have ${plural(plan.periodDays, 'day')}. The current one keeps its credits.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" isBusy={changing.isPending}>
            Change plan
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        onSubmit={() => changing.mutate({ id, creditsPerPeriod: Number(credits), renew, concurrency: Number(atOnce) })}
        error={changing.error}
        fields={FIELDS}
      >
        <Field
          label="Credits per period"
          description="From the next period on."
          error={errors['creditsPerPeriod']}
          isRequired
        >
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            value={credits}
            onChange={(event) => setCredits(event.target.value)}
          />
        </Field>
        <Checkbox
          label="Further periods get credits"
          checked={renew}
          onChange={(event) => setRenew(event.target.checked)}
        />
        <Field label="Requests at once" description="From now on." error={errors['concurrency']} isRequired>
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            value={atOnce}
            onChange={(event) => setAtOnce(event.target.value)}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
