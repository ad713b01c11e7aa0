import { formatCount, plural } from '../../format/format.js';
import { Button } from '../../ui/button.js';
import { PlayIcon } from '../../ui/icons.js';
import styles from '../batches/new/start-panel.module.css';
import type { Price } from '../playground/call/use-price.js';

export interface CrawlStartProps {
  readonly limit: number;
  /** Undefined while it is asked for; its credits are missing while something is wrong. */
  readonly price: Price | undefined;
  readonly available: number | undefined;
  readonly isBusy: boolean;
}

/** How large the crawl may become, what it may cost, and the start. */
export function CrawlStart({ limit, price, available, isBusy }: CrawlStartProps) {
  const { maxCredits, pageCredits = 0 } = price ?? {};
  const isPriced = maxCredits !== undefined && maxCredits !== null;
  const isShort = isPriced && available !== undefined && maxCredits > available;
  const isBroke = isPriced && available !== undefined && pageCredits > available;
  return (
    <div className={styles['panel']}>
      <div className={styles['texts']} aria-live="polite">
        <p className={styles['count']}>At most {plural(limit, 'page')}</p>
        <p className={styles['price']}>
          {isPriced
            ? `At most ${plural(maxCredits, 'credit')}, ${formatCount(pageCredits)} a page. Pages that fail and duplicates are free.`
            : 'The highest cost is shown here once the form is complete.'}
        </p>
        {isShort && !isBroke && (
          <p className={styles['price']}>
            The account has {plural(available, 'credit')} left. The crawl ends when they do.
          </p>
        )}
        {isBroke && <p className={styles['short']}>The account has {plural(available, 'credit')} left.</p>}
      </div>
      <Button type="submit" variant="primary" icon={<PlayIcon />} isBusy={isBusy} disabled={isBroke}>
        Start crawl
      </Button>
    </div>
  );
}
