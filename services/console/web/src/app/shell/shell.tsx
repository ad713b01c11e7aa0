import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PhoneBars } from './phone-bars.js';
import { Sidebar } from './sidebar.js';
import { Notice } from '../../ui/page/notice.js';
import { useSession } from '../use-session.js';
import styles from './shell.module.css';

/** After a change of page the focus goes to its heading, so that a keyboard and a screen reader begin there. */
const useHeadingFocus = (): void => {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (last.current !== undefined && pathname !== last.current) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    last.current = pathname;
  }, [pathname]);
};

/** The navigation around every page of signed-in people: a sidebar, or bars on a phone. */
export function Shell() {
  useHeadingFocus();
  const { account } = useSession();
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      <Sidebar />
      <PhoneBars />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <div className={styles['page']}>
          {account.isDisabled && (
            <Notice tone="warning" title="This account is disabled" className={styles['disabled']}>
              Its calls are refused until the operator enables it again. What it has stored can still be read here.
            </Notice>
          )}
          <Outlet />
        </div>
      </main>
    </div>
  );
}
