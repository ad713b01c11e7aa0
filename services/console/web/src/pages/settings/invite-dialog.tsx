import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { inviteMember, membersQuery } from '../../api/members.js';
import type { Role } from '../../api/session.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { Field } from '../../ui/form/field.js';
import { FormDialog } from '../../ui/overlay/form-dialog.js';
import { Input } from '../../ui/form/input.js';
import { RoleChoice } from './role-choice.js';
import styles from './settings.module.css';

const FIELDS = ['email', 'role'] as const;

export interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Invites a person: the console sends no mail, so the link is handed over by whoever made it. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const queryClient = useQueryClient();
  const inviting = useMutation({
    mutationFn: inviteMember,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
  });
  const close = (): void => {
    onClose();
    setEmail('');
    setRole('member');
    inviting.reset();
  };
  if (inviting.data) {
    const { inviteUrl } = inviting.data;
    return (
      <Dialog
        key="made"
        isOpen={isOpen}
        onClose={close}
        isSticky
        title="Send them this link"
        description={`Quarry sends no mail. The link lets ${inviting.variables.email} in as ${inviting.variables.role}; it works once, for seven days.`}
        footer={<Button onClick={close}>Done</Button>}
      >
        <div className={styles['stack']}>
          <Field label="Invitation link" isLabelHidden>
            <Input readOnly isMono value={inviteUrl} onFocus={(event) => event.target.select()} />
          </Field>
          <div>
            <CopyButton text={inviteUrl} label="Copy link" variant="primary" autoFocus />
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title="Invite a person"
      submitLabel="Make link"
      call={inviting}
      onSubmit={() => inviting.mutate({ email: email.trim(), role })}
      fields={FIELDS}
    >
      <Field label="E-mail" error={fieldErrors(inviting.error)['email']} isRequired>
        <Input
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoFocus
          autoComplete="off"
        />
      </Field>
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  );
}
