import { plural } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import styles from '../../batches/new/start-panel.module.css';
import type { Price } from '../../playground/call/use-price.js';

export interface SaveBarProps {
  readonly price: Price | undefined;
  readonly isBusy: boolean;
}

/** What each run may cost, and the way to save the schedule. */
export function SaveBar({ price, isBusy }: SaveBarProps) {
  const maxCredits = price?.maxCredits ?? undefined;
  return (
    <div className={styles['panel']}>
      <div className={styles['texts']} aria-live="polite">
        <p className={styles['count']}>
          {maxCredits === undefined
            ? 'The highest cost of a run is shown here'
            : `At most ${plural(maxCredits, 'credit')} a run`}
        </p>
        <p className={styles['price']}>Saving is free of charge. Each run is an ordinary call; failures are free.</p>
      </div>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Save schedule
      </Button>
    </div>
  );
}
