import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { changePassword } from '../../api/session.js';
import { ThemeChoice } from '../../app/theme-choice.js';
import { useSession } from '../../app/use-session.js';
import { useSignOut } from '../../app/use-sign-out.js';
import { PASSWORD_RULE } from '../../parts/password-rule.js';
import { PasswordInput } from '../../parts/password-input.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { Field } from '../../ui/form/field.js';
import { Form, FormActions } from '../../ui/form/form.js';
import { SignOutIcon } from '../../ui/icons.js';
import { KeyValue } from '../../ui/data/key-value.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import styles from './settings.module.css';

const FIELDS = ['current', 'next'] as const;

function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { user } = useSession();
  const changing = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      setCurrent('');
      setNext('');
      showToast({ title: 'Password changed', description: 'All your other sessions are signed out.' });
    },
  });
  const errors = fieldErrors(changing.error);
  return (
    <Form
      className={styles['form']}
      onSubmit={() => changing.mutate({ current, next })}
      error={changing.error}
      fields={FIELDS}
    >
      <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Current password" error={errors['current']} isRequired>
        <PasswordInput
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field label="New password" description={PASSWORD_RULE} error={errors['next']} isRequired>
        <PasswordInput autoComplete="new-password" value={next} onChange={(event) => setNext(event.target.value)} />
      </Field>
      <FormActions>
        <Button type="submit" isBusy={changing.isPending}>
          Change password
        </Button>
      </FormActions>
    </Form>
  );
}

export function ProfilePage() {
  const { user, account } = useSession();
  const signingOut = useSignOut();
  return (
    <div className={styles['narrow']}>
      <PageHeader
        title="Profile"
        description="You, on this deployment."
        actions={
          <Button icon={<SignOutIcon />} isBusy={signingOut.isPending} onClick={() => signingOut.mutate()}>
            Sign out
          </Button>
        }
      />
      <div className={styles['stack']}>
        <Card title="Person">
          <KeyValue
            items={[
              ['Name', user.name],
              ['E-mail', user.email],
              ['Account', `${account.name}, as ${account.role}`],
              ['Deployment', user.isOperator ? <Badge tone="accent">Operator</Badge> : undefined],
            ]}
          />
        </Card>
        <Card title="Theme" description="Kept in this browser.">
          <ThemeChoice />
        </Card>
        <Card title="Password" description="Changing it signs out every other session of yours.">
          <PasswordForm />
        </Card>
      </div>
    </div>
  );
}
