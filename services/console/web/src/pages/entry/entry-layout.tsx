import type { ReactNode } from 'react';
import { Brand } from '../../app/shell/brand.js';
import styles from './entry-layout.module.css';

export interface EntryLayoutProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Below the form: the other way in. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A page before signing in: one form and nothing else. */
export function EntryLayout({ title, description, footer, children }: EntryLayoutProps) {
  return (
    <div className={styles['place']}>
      <title>{`${title} · Quarry`}</title>
      <header className={styles['brand']}>
        <Brand />
      </header>
      {/* In the middle of the window: another content is another element, instead of one that jumps. */}
      <main key={title} className={styles['main']}>
        <div className={styles['head']}>
          <h1 tabIndex={-1}>{title}</h1>
          {description !== undefined && <p className={styles['description']}>{description}</p>}
        </div>
        {children}
        {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
      </main>
      <svg
        className={styles['strata']}
        viewBox="0 0 1440 220"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M0 92 260 60l310 44 330-62 300 50 240-34v162H0z" />
        <path d="m0 132 320-26 360 40 300-46 260 38 200-22v104H0z" />
        <path d="m0 176 280-18 420 26 340-32 400 22v46H0z" />
      </svg>
    </div>
  );
}
