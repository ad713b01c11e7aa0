import { Link } from '@tanstack/react-router';
import { navGroups } from './nav-items.js';
import styles from './nav-list.module.css';
import { useSession } from '../use-session.js';
import { useCurrent } from './use-current.js';

/** Links to all pages, in groups. `onNavigate`: called when one is followed. */
export function NavList({ onNavigate }: { readonly onNavigate?: () => void }) {
  const session = useSession();
  const currentOf = useCurrent();
  return (
    <>
      {navGroups(session).map(({ label, items }, index) => (
        <div key={label} className={styles['group']}>
          <p className={index === 0 ? 'visually-hidden' : styles['label']}>{label}</p>
          <ul>
            {items.map(({ to, label: name, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  {...currentOf(to)}
                  className={styles['link']}
                  activeOptions={{ exact: to === '/' || to === '/operator', includeSearch: false }}
                  onClick={onNavigate}
                >
                  <Icon />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
