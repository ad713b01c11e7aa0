import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  /** What would be here, and how it comes here. */
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  /** For the inside of a card. */
  readonly isCompact?: boolean;
}

/** In the place of things that do not exist yet. */
export function EmptyState({ icon, title, description, action, isCompact = false }: EmptyStateProps) {
  return (
    <div className={classNames(styles['empty'], isCompact && styles['compact'])}>
      {icon !== undefined && <div className={styles['icon']}>{icon}</div>}
      <p className={styles['title']}>{title}</p>
      {description !== undefined && <p className={styles['description']}>{description}</p>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
