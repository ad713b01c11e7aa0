import { useQuery } from '@tanstack/react-query';
import { accountUsageQuery } from '../../api/usage.js';
import { formatCount, formatDate, formatRelative } from '../../format/format.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/page/notice.js';
import { Stat, StatRow } from '../../ui/data/stat.js';
import { useNow } from '../../ui/use-now.js';
import styles from './credit-stats.module.css';

/** Few credits are this share of the period's. */
const FEW = 0.1;
const FIGURES = ['Credits left', 'Held', 'Requests at once', 'Period ends'] as const;

/** Credits and concurrency of this moment; what failed takes the room of the figures, so that nothing below it moves. */
export function CreditStats() {
  const { data, error, refetch } = useQuery(accountUsageQuery);
  const nowMs = useNow();
  if (error && !data) {
    return (
      <div className={styles['failed']}>
        <div className={styles['room']} aria-hidden="true">
          <StatRow>
            {FIGURES.map((label) => (
              <Stat key={label} label={label} value="–" hint="–" />
            ))}
          </StatRow>
        </div>
        <Notice
          tone="danger"
          title="The credits could not be read"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
          isAnnounced
        >
          {error.message}
        </Notice>
      </div>
    );
  }
  const isFew = data !== undefined && data.availableCredits < data.totalCredits * FEW;
  const running = data && data.concurrentRequests - data.availableConcurrency;
  return (
    <StatRow>
      <Stat
        label="Credits left"
        value={data && formatCount(data.availableCredits)}
        hint={data && `of ${formatCount(data.totalCredits)}`}
        {...(isFew && { tone: 'warning' as const })}
      />
      <Stat
        label="Held"
        value={data && formatCount(data.heldCredits)}
        hint={data && (data.heldCredits > 0 ? 'for running work' : 'nothing is running')}
      />
      <Stat
        label="Requests at once"
        value={data && formatCount(running ?? 0)}
        unit={data && `of ${formatCount(data.concurrentRequests)}`}
        hint={data && (data.availableConcurrency > 0 ? 'batches not counted' : 'further ones are refused')}
        {...(data?.availableConcurrency === 0 && { tone: 'warning' as const })}
      />
      <Stat
        label="Period ends"
        value={data && formatDate(Date.parse(data.periodEnd), nowMs)}
        hint={data && formatRelative(Date.parse(data.periodEnd), nowMs)}
      />
    </StatRow>
  );
}
