import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { fieldErrors } from '../../api/field-errors.js';
import { linkQuery, spendLink, type LinkView } from '../../api/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Field } from '../../ui/form/field.js';
import { Form } from '../../ui/form/form.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import { EntryLayout } from './entry-layout.js';
import { linkTexts } from './link-texts.js';
import { PASSWORD_RULE } from '../../parts/password-rule.js';
import { PasswordInput } from '../../parts/password-input.js';
import { useEntry } from './use-entry.js';

const FIELDS = ['password'] as const;

/** Nothing is spent before its button is pressed: programs that look at links must not use them up. */
function LinkForm({ token, link }: { readonly token: string; readonly link: LinkView }) {
  const [password, setPassword] = useState('');
  const entry = useEntry(spendLink);
  const texts = linkTexts(link);
  return (
    <EntryLayout title={texts.title} description={texts.description}>
      <Form
        onSubmit={() => entry.mutate({ token, ...(link.needsPassword && { password }) })}
        error={entry.error}
        fields={FIELDS}
      >
        {/* For password managers, which keep a password with its name. */}
        <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
        {link.needsPassword && (
          <Field
            label={texts.password}
            description={texts.isNewPassword ? PASSWORD_RULE : undefined}
            error={fieldErrors(entry.error)['password']}
            isRequired
          >
            <PasswordInput
              name="password"
              autoComplete={texts.isNewPassword ? 'new-password' : 'current-password'}
              autoFocus
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        )}
        <Button type="submit" variant="primary" isBusy={entry.isPending} isWide autoFocus={!link.needsPassword}>
          {texts.action}
        </Button>
      </Form>
    </EntryLayout>
  );
}

export function LinkPage() {
  const { token } = useParams({ from: '/link/$token' });
  const { data: link, error, refetch } = useQuery(linkQuery(token));
  if (link) return <LinkForm token={token} link={link} />;
  if (isApiError(error) && error.status === 404) {
    return (
      <EntryLayout
        title="This link does not work"
        description="It was used before, has expired or is not complete. Links work once; ask for another one."
      >
        <Link to="/sign-in" className={buttonClass({ isWide: true })}>
          Go to sign-in
        </Link>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout title="One moment">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isCompact /> : <Skeleton height="2.125rem" />}
    </EntryLayout>
  );
}
