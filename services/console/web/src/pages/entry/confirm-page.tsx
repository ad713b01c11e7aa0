import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { confirmAddress, confirmationQuery } from '../../api/alerts.js';
import { isApiError } from '../../api/api-error.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Form } from '../../ui/form/form.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import { EntryLayout } from './entry-layout.js';

/** `/confirm/<token>`: somebody agrees to get the alerts of an account. Nothing is confirmed before the button is pressed. */
export function ConfirmPage() {
  const { token } = useParams({ from: '/confirm/$token' });
  const { data, error, refetch } = useQuery(confirmationQuery(token));
  const confirming = useMutation({ mutationFn: () => confirmAddress(token) });
  const name = data?.accountName ?? 'an account';
  if (confirming.isSuccess) {
    return (
      <EntryLayout title="Address confirmed" description={`Alerts of ${name} are sent to ${data?.email ?? 'you'} now.`}>
        <p className="muted">You can close this page.</p>
      </EntryLayout>
    );
  }
  if (data) {
    return (
      <EntryLayout
        title="Get alerts by e-mail?"
        description={`An owner of ${name} wants its alerts to be sent to ${data.email}. If you do not know it, close this page.`}
      >
        <Form onSubmit={() => confirming.mutate()} error={confirming.error} fields={[]}>
          <Button type="submit" variant="primary" isBusy={confirming.isPending} isWide autoFocus>
            Confirm address
          </Button>
        </Form>
      </EntryLayout>
    );
  }
  if (isApiError(error) && error.status === 404) {
    return (
      <EntryLayout
        title="This link does not work"
        description="It was used before, has expired or is not complete. An owner of the account can send another one."
      >
        <p className="muted">Nothing was changed.</p>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout title="One moment">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isCompact /> : <Skeleton height="2.125rem" />}
    </EntryLayout>
  );
}
