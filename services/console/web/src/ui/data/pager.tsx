import type { ReactNode } from 'react';
import { Button } from '../button.js';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons.js';
import styles from './pager.module.css';

export interface PagerProps {
  /** Undefined when there is no such page. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly previousLabel?: string;
  readonly nextLabel?: string;
  /** Between the buttons: what is shown. */
  readonly children?: ReactNode;
  readonly isBusy?: boolean;
}

/** Ways to the pages before and after, for lists that are read by cursor. */
export function Pager(props: PagerProps) {
  const { onPrevious, onNext, previousLabel = 'Newer', nextLabel = 'Older', children, isBusy = false } = props;
  return (
    <nav className={styles['pager']} aria-label="Pages">
      <Button size="sm" icon={<ChevronLeftIcon />} disabled={!onPrevious} onClick={onPrevious}>
        {previousLabel}
      </Button>
      <span className={styles['middle']}>{children}</span>
      <Button size="sm" disabled={!onNext} isBusy={isBusy} onClick={onNext}>
        {nextLabel}
        <ChevronRightIcon />
      </Button>
    </nav>
  );
}
