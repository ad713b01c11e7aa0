import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { grantCredits, operatorAccountsQuery, type OperatorAccount } from '../../api/operator.js';
import { formatCount } from '../../format/format.js';
import { Field } from '../../ui/form/field.js';
import { FormDialog } from '../../ui/overlay/form-dialog.js';
import { Input } from '../../ui/form/input.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import { createGrantId } from './grant-id.js';

const FIELDS = ['credits'] as const;

export interface GrantDialogProps {
  /** Null closes it. */
  readonly account: OperatorAccount | null;
  readonly onClose: () => void;
}

/** Adds credits to the current period of an account. */
export function GrantDialog({ account, onClose }: GrantDialogProps) {
  const [text, setText] = useState('');
  // The same until it has succeeded, so that a second try after a lost response grants nothing twice.
  const [grantId, setGrantId] = useState(createGrantId);
  const queryClient = useQueryClient();
  const granting = useMutation({
    mutationFn: grantCredits,
    onSuccess: async ({ name, credits }) => {
      await queryClient.invalidateQueries({ queryKey: operatorAccountsQuery.queryKey });
      showToast({ title: `${name} has ${formatCount(credits?.available ?? 0)} credits now` });
      close();
    },
  });
  const close = (): void => {
    onClose();
    setText('');
    setGrantId(createGrantId());
    granting.reset();
  };
  return (
    <FormDialog
      isOpen={account !== null}
      onClose={close}
      size="sm"
      title={`Grant credits to ${account?.name ?? ''}`}
      description="They are added to the current period and end with it."
      submitLabel="Grant credits"
      call={granting}
      onSubmit={() => account && granting.mutate({ id: account.id, credits: Number(text), grantId })}
      fields={FIELDS}
    >
      <Field label="Credits" error={fieldErrors(granting.error)['credits']} isRequired>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoFocus
        />
      </Field>
    </FormDialog>
  );
}
