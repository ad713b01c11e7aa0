import { Link } from '@tanstack/react-router';
import { AccountMenu } from './account-menu.js';
import { Brand } from './brand.js';
import { CreditsLine } from './credits-line.js';
import { NavList } from './nav-list.js';
import styles from './sidebar.module.css';
import { UserMenu } from './user-menu.js';

/** The navigation of wide windows. */
export function Sidebar() {
  return (
    <aside className={styles['sidebar']}>
      <Link to="/" className={styles['home']} aria-label="Quarry, overview">
        <Brand />
      </Link>
      <AccountMenu />
      <nav aria-label="Main" className={styles['nav']}>
        <NavList />
      </nav>
      <CreditsLine />
      <UserMenu />
    </aside>
  );
}
