import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { changeRole, membersQuery, removeMember, type MemberView } from '../../api/members.js';
import { sessionQuery, type Role } from '../../api/session.js';
import { useIsAllowed, useSession } from '../../app/use-session.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { MembersIcon, PlusIcon } from '../../ui/icons.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import { InviteDialog } from './invite-dialog.js';
import { MemberTable } from './member-table.js';
import styles from './settings.module.css';

/** After a change of oneself the session says something else as well. */
const useMembersChange = () => {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { user } = useSession();
  return async (email: string): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
    if (email !== user.email) return;
    await queryClient.resetQueries({ queryKey: sessionQuery.queryKey });
    await router.invalidate();
  };
};

function Members() {
  const { account } = useSession();
  const { data: members, error, refetch } = useQuery(membersQuery);
  const [leaving, setLeaving] = useState<MemberView | null>(null);
  const afterChange = useMembersChange();
  const changing = useMutation({
    mutationFn: ({ email, role }: { email: string; role: Role }) => changeRole(email, role),
    onSettled: (_nothing, _error, { email }) => afterChange(email),
    onSuccess: (_nothing, { email, role }) => showToast({ title: `${email} is now ${role}` }),
    onError: ({ message }) => showToast({ title: 'The role was not changed', description: message, tone: 'danger' }),
  });
  const removing = useMutation({
    mutationFn: ({ email }: MemberView) => removeMember(email),
    onSuccess: async (_nothing, { email }) => {
      await afterChange(email);
      showToast({ title: `${email} is removed` });
      setLeaving(null);
    },
  });
  const close = (): void => {
    setLeaving(null);
    removing.reset();
  };
  if (error && !members) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const isInvited = leaving?.state === 'invited';
  return (
    <Card isFlush>
      <MemberTable
        members={members}
        changing={changing.isPending ? changing.variables : undefined}
        onRole={(email, role) => changing.mutate({ email, role })}
        onRemove={setLeaving}
      />
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={close}
        title={isInvited ? 'Withdraw the invitation?' : `Remove ${leaving?.name ?? leaving?.email ?? ''}?`}
        confirmLabel={isInvited ? 'Withdraw invitation' : 'Remove person'}
        isDangerous
        isBusy={removing.isPending}
        error={removing.error}
        onConfirm={() => leaving && removing.mutate(leaving)}
      >
        {isInvited
          ? `The link sent to ${leaving.email} stops working.`
          : `They lose access to ${account.name} at once. API keys that they made keep working; revoke those that only they had.`}
      </ConfirmDialog>
    </Card>
  );
}

export function MembersPage() {
  const { account } = useSession();
  const mayManage = useIsAllowed('manageMembers');
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title="Members"
        description={`People who work in ${account.name}, and what they may do.`}
        actions={
          mayManage && (
            <Button variant="primary" icon={<PlusIcon />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      />
      <div className={styles['stack']}>
        {mayManage ? (
          <Members />
        ) : (
          <Card>
            <EmptyState
              icon={<MembersIcon />}
              title="Owners manage the people of an account"
              description={`You are ${account.role} here. Ask an owner to invite somebody or to change a role.`}
            />
          </Card>
        )}
      </div>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}
