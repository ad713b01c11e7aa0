import { formatCount, plural } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { PlayIcon } from '../../../ui/icons.js';
import type { BatchPrice } from '../input/price-groups.js';
import styles from './start-panel.module.css';

export interface StartPanelProps {
  /** Requests that will be sent. */
  readonly count: number;
  /** Lines that are left out because of their mistakes. */
  readonly leftOut: number;
  readonly price: BatchPrice | undefined;
  readonly isPricing: boolean;
  readonly available: number | undefined;
  /** Why it cannot start; undefined if it can. */
  readonly obstacle: string | undefined;
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

/** What will be sent, what it may cost, and the start. */
export function StartPanel(props: StartPanelProps) {
  const { count, leftOut, price, isPricing, available, obstacle, isBusy, onStart } = props;
  const isShort = price !== undefined && available !== undefined && price.maxCredits > available;
  return (
    <div className={styles['panel']}>
      <div className={styles['texts']} aria-live="polite">
        <p className={styles['count']}>
          {plural(count, 'request')}
          {leftOut > 0 && <span className="muted">, {plural(leftOut, 'line')} left out</span>}
        </p>
        <p className={styles['price']}>
          {count === 0 && 'Nothing to send yet.'}
          {count > 0 && price === undefined && (isPricing ? 'Asking for the price…' : 'The price is not known.')}
          {count > 0 && price !== undefined && (
            <>
              At most {formatCount(price.maxCredits)} credits, held at the start and released item by item. Failures are
              free.
            </>
          )}
        </p>
        {isShort && <p className={styles['short']}>The account has {plural(available, 'credit')} left.</p>}
        {obstacle !== undefined && <p className={styles['short']}>{obstacle}</p>}
      </div>
      <Button
        variant="primary"
        icon={<PlayIcon />}
        isBusy={isBusy}
        disabled={count === 0 || obstacle !== undefined || isShort}
        onClick={onStart}
      >
        Start batch
      </Button>
    </div>
  );
}
