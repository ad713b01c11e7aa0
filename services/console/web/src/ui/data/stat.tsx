import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { Skeleton } from '../page/skeleton.js';
import styles from './stat.module.css';

export interface StatProps {
  readonly label: ReactNode;
  /** Undefined while it loads. */
  readonly value: ReactNode | undefined;
  /** After the value, smaller: its unit or what it is part of. */
  readonly unit?: ReactNode;
  readonly hint?: ReactNode;
  readonly tone?: 'warning' | 'danger';
}

/** One figure with its name. */
export function Stat({ label, value, unit, hint, tone }: StatProps) {
  const isLoading = value === undefined;
  return (
    <div className={styles['stat']}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={classNames(styles['value'], tone && styles[tone])}>
        {isLoading ? <Skeleton width="5.5rem" height="1.25rem" /> : value}
        {!isLoading && unit !== undefined && <span className={styles['unit']}> {unit}</span>}
      </dd>
      {(isLoading || hint !== undefined) && (
        <dd className={styles['hint']}>{isLoading ? <Skeleton width="8rem" /> : hint}</dd>
      )}
    </div>
  );
}

/** Figures side by side; as many columns as there is place for. */
export function StatRow({ children }: { readonly children: ReactNode }) {
  return <dl className={styles['row']}>{children}</dl>;
}
