import type { ReactNode } from 'react';
import styles from './key-value.module.css';

export interface KeyValueProps {
  /** Pairs whose value is undefined or null are left out. */
  readonly items: readonly (readonly [label: ReactNode, value: ReactNode])[];
}

/** Names with their values, one below the other. */
export function KeyValue({ items }: KeyValueProps) {
  const shown = items.filter(([, value]) => value !== undefined && value !== null);
  return (
    <dl className={styles['list']}>
      {shown.map(([label, value], index) => (
        <div key={index} className={styles['pair']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
