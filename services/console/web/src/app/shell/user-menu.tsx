import { useNavigate } from '@tanstack/react-router';
import { MoonIcon, MoreIcon, ProfileIcon, SignOutIcon, SunIcon, SystemIcon } from '../../ui/icons.js';
import { Menu } from '../../ui/overlay/menu.js';
import { chooseTheme, useTheme } from '../theme.js';
import { useSession } from '../use-session.js';
import { useSignOut } from '../use-sign-out.js';
import styles from './user-menu.module.css';

/** The signed-in person, with what concerns them alone. */
export function UserMenu() {
  const { user } = useSession();
  const theme = useTheme();
  const navigate = useNavigate();
  const signingOut = useSignOut();
  const name = user.name ?? user.email;
  return (
    <Menu
      side="top"
      align="start"
      entries={[
        { heading: user.email },
        { label: 'Profile', icon: <ProfileIcon />, onSelect: () => void navigate({ to: '/settings/profile' }) },
        'separator',
        { heading: 'Theme' },
        { label: 'System', icon: <SystemIcon />, isChosen: theme === 'system', onSelect: () => chooseTheme('system') },
        { label: 'Light', icon: <SunIcon />, isChosen: theme === 'light', onSelect: () => chooseTheme('light') },
        { label: 'Dark', icon: <MoonIcon />, isChosen: theme === 'dark', onSelect: () => chooseTheme('dark') },
        'separator',
        { label: 'Sign out', icon: <SignOutIcon />, onSelect: () => signingOut.mutate() },
      ]}
      trigger={
        <button type="button" className={styles['user']}>
          <span className={styles['letter']} aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={styles['name']}>{name}</span>
          <span className="visually-hidden">: profile, theme, sign out</span>
          <MoreIcon />
        </button>
      }
    />
  );
}
