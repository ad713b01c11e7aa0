import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery, revokeKey, type KeyView } from '../../api/keys.js';
import { useIsAllowed } from '../../app/use-session.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { KeyIcon, PlusIcon } from '../../ui/icons.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import { ChangeKeyDialog } from './change-key-dialog.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { KeyTable, RevokedKeyTable } from './key-table.js';
import styles from './settings.module.css';

const useRevoking = (onRevoked: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: KeyView) => revokeKey(id),
    onSuccess: async (_nothing, { name }) => {
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
      showToast({ title: `Key ${name} is revoked` });
      onRevoked();
    },
  });
};

function Keys({ onCreate }: { readonly onCreate: () => void }) {
  const { data: keys, error, refetch } = useQuery(keysQuery);
  const [doomed, setDoomed] = useState<KeyView | null>(null);
  const [changed, setChanged] = useState<KeyView | null>(null);
  const close = (): void => {
    setDoomed(null);
    revoking.reset();
  };
  const revoking = useRevoking(() => setDoomed(null));
  if (error && !keys) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const revoked = keys?.filter(({ revokedAt }) => revokedAt !== undefined) ?? [];
  return (
    <div className={styles['stack']}>
      <Card isFlush>
        <KeyTable
          keys={keys?.filter(({ revokedAt }) => revokedAt === undefined)}
          onChange={setChanged}
          onRevoke={setDoomed}
          empty={
            <EmptyState
              icon={<KeyIcon />}
              title="No API keys"
              description="A program proves with its key that it may use this account. Give each program its own, so that one can be revoked without the others."
              action={<Button onClick={onCreate}>Create key</Button>}
            />
          }
        />
      </Card>
      {revoked.length > 0 && (
        <Card title="Revoked" isFlush>
          <RevokedKeyTable keys={revoked} />
        </Card>
      )}
      {changed && <ChangeKeyDialog key={changed.id} apiKey={changed} onClose={() => setChanged(null)} />}
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={close}
        title={`Revoke ${doomed?.name ?? 'key'}?`}
        confirmLabel="Revoke key"
        isDangerous
        isBusy={revoking.isPending}
        error={revoking.error}
        onConfirm={() => doomed && revoking.mutate(doomed)}
      >
        Programs that use the key beginning with <code>{doomed?.prefix}</code> are refused from now on. This cannot be
        undone.
      </ConfirmDialog>
    </div>
  );
}

export function KeysPage() {
  const mayManage = useIsAllowed('manageKeys');
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeader
        title="API keys"
        description="Keys act for the whole account: whoever has one can spend its credits and read its results."
        actions={
          mayManage && (
            <Button variant="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
              Create key
            </Button>
          )
        }
      />
      {mayManage ? (
        <Keys onCreate={() => setCreating(true)} />
      ) : (
        <Card>
          <EmptyState
            icon={<KeyIcon />}
            title="Keys are for members and owners"
            description="As a viewer you read what the account does. Ask an owner for another role if you need a key."
          />
        </Card>
      )}
      <CreateKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
