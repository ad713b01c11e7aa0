import type { ReactNode } from 'react';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  /** Text of the heading and of the browser's tab. */
  readonly title: string;
  /** The heading, where it is more than its text. */
  readonly heading?: ReactNode;
  readonly description?: ReactNode;
  /** Above the title: a link back to the list. */
  readonly back?: ReactNode;
  /** Beside the heading: a state. */
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
}

/** The one heading of a page, with what concerns the whole page. */
export function PageHeader({ title, heading, description, back, status, actions }: PageHeaderProps) {
  return (
    <header className={styles['header']}>
      <title>{`${title} · Quarry`}</title>
      <div className={styles['texts']}>
        {back !== undefined && <div className={styles['back']}>{back}</div>}
        <div className={styles['line']}>
          <h1 tabIndex={-1}>{heading ?? title}</h1>
          {status}
        </div>
        {description !== undefined && <p className={styles['description']}>{description}</p>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </header>
  );
}
