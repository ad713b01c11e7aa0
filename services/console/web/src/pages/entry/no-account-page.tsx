import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session.js';
import { useSignOut } from '../../app/use-sign-out.js';
import { Button } from '../../ui/button.js';
import { EntryLayout } from './entry-layout.js';

/** For people whom every account has removed. */
export function NoAccountPage() {
  const { data: session } = useQuery(sessionQuery);
  const signingOut = useSignOut();
  return (
    <EntryLayout
      title="You are in no account"
      description={`${session?.user?.email ?? 'This address'} belongs to no account at the moment. Ask an owner for an invitation; its link lets you in again.`}
    >
      <Button isBusy={signingOut.isPending} onClick={() => signingOut.mutate()} isWide>
        Sign out
      </Button>
    </EntryLayout>
  );
}
