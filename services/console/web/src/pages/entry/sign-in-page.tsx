import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { sessionQuery, signIn } from '../../api/session.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/form/field.js';
import { Form } from '../../ui/form/form.js';
import { Input } from '../../ui/form/input.js';
import { EntryLayout } from './entry-layout.js';
import { PasswordInput } from '../../parts/password-input.js';
import { useEntry } from './use-entry.js';

const FIELDS = ['email', 'password'] as const;

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const { data: session } = useQuery(sessionQuery);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const entry = useEntry(signIn, next);
  const errors = fieldErrors(entry.error);
  return (
    <EntryLayout
      title="Sign in to Quarry"
      footer={
        <>
          {session?.signUp === 'open' && (
            <p>
              New here?{' '}
              <Link to="/sign-up" search={next === undefined ? {} : { next }}>
                Create an account
              </Link>
            </p>
          )}
          <p>Forgot your password? Ask the operator of this deployment for a reset link.</p>
        </>
      }
    >
      <Form onSubmit={() => entry.mutate({ email, password })} error={entry.error} fields={FIELDS}>
        <Field label="E-mail" error={errors['email']} isRequired>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Password" error={errors['password']} isRequired>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" isBusy={entry.isPending} isWide>
          Sign in
        </Button>
      </Form>
    </EntryLayout>
  );
}
