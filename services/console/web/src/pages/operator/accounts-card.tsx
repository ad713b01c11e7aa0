import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorAccountsQuery, setAccountDisabled, type OperatorAccount } from '../../api/operator.js';
import { plural } from '../../format/format.js';
import { Card } from '../../ui/page/card.js';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { SearchIcon } from '../../ui/icons.js';
import { Input } from '../../ui/form/input.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import { AccountTable } from './account-table.js';
import { GrantDialog } from './grant-dialog.js';
import { PlanDialog } from './plan-dialog.js';
import styles from './operator-page.module.css';

export interface AccountsCardProps {
  readonly accounts: readonly OperatorAccount[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}

const matches = ({ id, name }: OperatorAccount, text: string): boolean =>
  `${id} ${name}`.toLowerCase().includes(text.trim().toLowerCase());

const useDisabling = (onDone: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isDisabled }: OperatorAccount) => setAccountDisabled(id, !isDisabled),
    onSuccess: async ({ name, isDisabled }) => {
      await queryClient.invalidateQueries({ queryKey: operatorAccountsQuery.queryKey });
      showToast({ title: `${name} is ${isDisabled ? 'disabled' : 'enabled'}` });
      onDone();
    },
  });
};

/** All accounts, with what an operator may do to them. */
export function AccountsCard({ accounts, error, onRetry }: AccountsCardProps) {
  const [text, setText] = useState('');
  const [granted, setGranted] = useState<OperatorAccount | null>(null);
  const [planned, setPlanned] = useState<OperatorAccount | null>(null);
  const [switched, setSwitched] = useState<OperatorAccount | null>(null);
  const disabling = useDisabling(() => setSwitched(null));
  const shown = accounts?.filter((account) => matches(account, text));
  const close = (): void => {
    setSwitched(null);
    disabling.reset();
  };
  return (
    <Card
      title="Accounts"
      description={accounts ? plural(accounts.length, 'account') : error ? undefined : <Skeleton width="5rem" />}
      actions={
        <Input
          isSmall
          type="search"
          icon={<SearchIcon />}
          className={styles['search']}
          aria-label="Search accounts by name or id"
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      }
      isFlush
    >
      {error && !accounts ? (
        <ErrorState error={error} onRetry={onRetry} isCompact />
      ) : (
        <AccountTable
          accounts={shown}
          empty={<EmptyState title={`No account matches "${text}"`} isCompact />}
          onGrant={setGranted}
          onPlan={setPlanned}
          onSwitch={setSwitched}
        />
      )}
      <GrantDialog account={granted} onClose={() => setGranted(null)} />
      {planned && <PlanDialog account={planned} onClose={() => setPlanned(null)} />}
      <ConfirmDialog
        isOpen={switched !== null}
        onClose={close}
        title={switched?.isDisabled ? `Enable ${switched.name}?` : `Disable ${switched?.name ?? ''}?`}
        confirmLabel={switched?.isDisabled ? 'Enable account' : 'Disable account'}
        isDangerous={!switched?.isDisabled}
        isBusy={disabling.isPending}
        error={disabling.error}
        onConfirm={() => switched && disabling.mutate(switched)}
      >
        {switched?.isDisabled
          ? 'Its keys and its people may call the API again.'
          : 'Its calls are refused and its batches are stopped. Nothing that it has stored is removed.'}
      </ConfirmDialog>
    </Card>
  );
}
