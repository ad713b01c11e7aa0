import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { MenuIcon, SignOutIcon } from '../../ui/icons.js';
import { AccountMenu } from './account-menu.js';
import { Brand } from './brand.js';
import { BAR_ITEMS } from './nav-items.js';
import { NavList } from './nav-list.js';
import styles from './phone-bars.module.css';
import { ThemeChoice } from '../theme-choice.js';
import { useSession } from '../use-session.js';
import { useSignOut } from '../use-sign-out.js';
import { useCurrent } from './use-current.js';

function MoreSheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { user } = useSession();
  const signingOut = useSignOut();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Menu" isSheet>
      <nav aria-label="All pages">
        <NavList onNavigate={onClose} />
      </nav>
      <div className={styles['person']}>
        <p className={styles['email']}>{user.email}</p>
        <ThemeChoice isWide />
        <Button icon={<SignOutIcon />} isBusy={signingOut.isPending} onClick={() => signingOut.mutate()} isWide>
          Sign out
        </Button>
      </div>
    </Dialog>
  );
}

/** The navigation of narrow windows: the account above, the most used pages below, the rest in a sheet. */
export function PhoneBars() {
  const [isOpen, setOpen] = useState(false);
  const currentOf = useCurrent();
  return (
    <>
      <header className={styles['top']}>
        <Link to="/" className={styles['home']} aria-label="Quarry, overview">
          <Brand />
        </Link>
        <div className={styles['account']}>
          <AccountMenu />
        </div>
      </header>
      <nav aria-label="Main" className={styles['bar']}>
        {BAR_ITEMS.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            {...currentOf(to)}
            className={styles['item']}
            activeOptions={{ exact: to === '/', includeSearch: false }}
          >
            <Icon width="20" height="20" />
            {label}
          </Link>
        ))}
        <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <MenuIcon width="20" height="20" />
          More
        </button>
      </nav>
      <MoreSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
