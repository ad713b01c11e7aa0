import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { createKey, keysQuery } from '../../api/keys.js';
import { useSession } from '../../app/use-session.js';
import { curlLine } from '../../parts/curl-line.js';
import { NewKey } from '../../parts/new-key.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/data/code-block.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { Field } from '../../ui/form/field.js';
import { FormDialog } from '../../ui/overlay/form-dialog.js';
import { Input } from '../../ui/form/input.js';
import { fromDraft, LIMIT_FIELDS, NO_LIMITS } from './limit-draft.js';
import { LimitFields } from './limit-fields.js';
import styles from './settings.module.css';

const FIELDS = ['name', ...LIMIT_FIELDS];

export interface CreateKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for a name and limits, then shows the key: this once, so only its button closes the dialog then. */
export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps) {
  const { apiUrl } = useSession();
  const [name, setName] = useState('');
  const [limits, setLimits] = useState(NO_LIMITS);
  const queryClient = useQueryClient();
  const creating = useMutation({
    mutationFn: createKey,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  const close = (): void => {
    onClose();
    setName('');
    setLimits(NO_LIMITS);
    creating.reset();
  };
  if (creating.data) {
    const { key, plainKey } = creating.data;
    return (
      <Dialog
        key="made"
        isOpen={isOpen}
        onClose={close}
        isSticky
        title={`Key ${key.name}`}
        description="Copy it now and keep it where your program reads its secrets. It cannot be shown again."
        footer={<Button onClick={close}>I have kept it</Button>}
      >
        <div className={styles['stack']}>
          <NewKey plainKey={plainKey} />
          <CodeBlock title="Try it in a shell" code={curlLine(apiUrl, plainKey)} isWrapped />
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title="Create API key"
      submitLabel="Create key"
      call={creating}
      onSubmit={() => creating.mutate({ name: name.trim(), limits: fromDraft(limits) })}
      fields={FIELDS}
    >
      <Field
        label="Name"
        description="What will use it, such as nightly-import. Only people of this account see it."
        error={fieldErrors(creating.error)['name']}
        isRequired
      >
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoFocus
          autoComplete="off"
          maxLength={100}
        />
      </Field>
      <LimitFields value={limits} onChange={setLimits} error={creating.error} />
    </FormDialog>
  );
}
