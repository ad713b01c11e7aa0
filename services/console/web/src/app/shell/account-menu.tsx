import { UpDownIcon } from '../../ui/icons.js';
import { Menu } from '../../ui/overlay/menu.js';
import styles from './account-menu.module.css';
import { useAccountChange } from '../use-account-change.js';
import { useSession } from '../use-session.js';

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
