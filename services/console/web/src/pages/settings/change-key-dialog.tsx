import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { changeKey, keysQuery, type KeyView } from '../../api/keys.js';
import { Field } from '../../ui/form/field.js';
import { FormDialog } from '../../ui/overlay/form-dialog.js';
import { Input } from '../../ui/form/input.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import { fromDraft, LIMIT_FIELDS, toDraft } from './limit-draft.js';
import { LimitFields } from './limit-fields.js';

const FIELDS = ['name', ...LIMIT_FIELDS];

export interface ChangeKeyDialogProps {
  readonly apiKey: KeyView;
  readonly onClose: () => void;
}

/** The name and the limits of a key. */
export function ChangeKeyDialog({ apiKey, onClose }: ChangeKeyDialogProps) {
  const [name, setName] = useState(apiKey.name);
  const [limits, setLimits] = useState(toDraft(apiKey.limits));
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => changeKey(apiKey.id, { name: name.trim(), limits: fromDraft(limits) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
      showToast({ title: `Key ${name.trim()} is changed` });
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Change ${apiKey.name}`}
      description="Limits hold from the next second on, for new requests and batches."
      submitLabel="Save"
      call={changing}
      onSubmit={() => changing.mutate()}
      fields={FIELDS}
    >
      <Field label="Name" error={fieldErrors(changing.error)['name']} isRequired>
        <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" maxLength={100} />
      </Field>
      <LimitFields value={limits} onChange={setLimits} error={changing.error} />
    </FormDialog>
  );
}
