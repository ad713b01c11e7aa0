import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chooseAccount, sessionQuery } from '../api/session.js';
import { UpDownIcon } from '../ui/icons.js';
import { Menu } from '../ui/menu.js';
import { showToast } from '../ui/toast-store.js';
import styles from './account-menu.module.css';
import { useSession } from './use-session.js';

/** Goes to another account of the same person: everything read so far was of the one before. */
const useAccountChange = () => {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: chooseAccount,
    onSuccess: async (session) => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await router.navigate({ to: '/' });
      await router.invalidate();
    },
    onError: (error) =>
      showToast({ title: 'The account could not be changed', description: error.message, tone: 'danger' }),
  });
};

/** The account that everything on the page belongs to; a menu for those with several. */
export function AccountMenu() {
  const { account, accounts } = useSession();
  const change = useAccountChange();
  const name = (
    <span className={styles['texts']}>
      <span className="visually-hidden">Account</span>
      <span className={styles['name']}>{account.name}</span>
      <span className={styles['role']}>{account.role}</span>
    </span>
  );
  if (accounts.length < 2) return <div className={styles['account']}>{name}</div>;
  return (
    <Menu
      align="start"
      entries={[
        { heading: 'Accounts' },
        ...accounts.map((one) => ({
          label: one.name,
          isChosen: one.id === account.id,
          onSelect: () => one.id !== account.id && change.mutate(one.id),
        })),
      ]}
      trigger={
        <button type="button" className={styles['account']}>
          {name}
          <span className="visually-hidden">: change the account</span>
          <UpDownIcon />
        </button>
      }
    />
  );
}
