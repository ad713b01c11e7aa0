import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { sessionQuery, signUp } from '../../api/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Field } from '../../ui/form/field.js';
import { Form } from '../../ui/form/form.js';
import { Input } from '../../ui/form/input.js';
import { EntryLayout } from './entry-layout.js';
import { PASSWORD_RULE } from '../../parts/password-rule.js';
import { PasswordInput } from '../../parts/password-input.js';
import { useEntry } from './use-entry.js';

const FIELDS = ['email', 'password', 'name'] as const;

function SignUpForm({ next }: { readonly next: string | undefined }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const entry = useEntry(signUp, next);
  const errors = fieldErrors(entry.error);
  const submit = (): void => {
    const given = name.trim();
    entry.mutate({ email, password, ...(given !== '' && { name: given }) });
  };
  return (
    <Form onSubmit={submit} error={entry.error} fields={FIELDS}>
      <Field label="Name" aside="optional" error={errors['name']}>
        <Input
          name="name"
          autoComplete="name"
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="E-mail" error={errors['email']} isRequired>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Password" description={PASSWORD_RULE} error={errors['password']} isRequired>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" isBusy={entry.isPending} isWide>
        Create account
      </Button>
    </Form>
  );
}

export function SignUpPage() {
  const { next } = useSearch({ from: '/sign-up' });
  const { data: session } = useQuery(sessionQuery);
  const search = next === undefined ? {} : { next };
  if (session?.signUp === 'closed') {
    return (
      <EntryLayout
        title="Sign-up is closed"
        description="The operator of this deployment gives out accounts by invitation. Ask them, or an owner of the account that you want to join, for a link."
      >
        <Link to="/sign-in" search={search} className={buttonClass({ isWide: true })}>
          Go to sign-in
        </Link>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout
      title="Create an account"
      description="It comes with credits to try everything."
      footer={
        <p>
          You have one?{' '}
          <Link to="/sign-in" search={search}>
            Sign in
          </Link>
        </p>
      }
    >
      <SignUpForm next={next} />
    </EntryLayout>
  );
}
