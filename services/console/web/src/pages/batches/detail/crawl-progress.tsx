import { isRunning, type BatchView } from '../../../api/batches.js';
import { formatCount, formatDuration, nounOf, plural } from '../../../format/format.js';
import { Meter } from '../../../ui/data/meter.js';
import { Stat, StatRow } from '../../../ui/data/stat.js';
import { Card } from '../../../ui/page/card.js';
import { Notice } from '../../../ui/page/notice.js';
import { Time } from '../../../ui/time.js';
import { formatPace } from '../progress/batch-pace.js';
import { limitWords } from '../progress/limit-words.js';
import { tookMs } from './progress-card.js';
import styles from './progress-card.module.css';
import { usePace } from './use-pace.js';

/** Bounds that left addresses out, each with what to do about it. */
function LimitsHit({ limits }: { readonly limits: readonly string[] }) {
  if (limits.length === 0) return null;
  return (
    <Notice tone="warning" title="Not every address was fetched">
      <ul className={styles['limits']}>
        {limits.map((limit) => (
          <li key={limit}>
            <code>{limit}</code>: {limitWords(limit)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

export interface CrawlProgressProps {
  readonly batch: BatchView;
  /** When it was read, epoch milliseconds. */
  readonly readAtMs: number;
}

/** How far a crawl is. How much is left nobody knows: it finds pages while it runs. */
export function CrawlProgress({ batch, readAtMs }: CrawlProgressProps) {
  const { requestsCount, responsesCount, succeededCount, failedCount, targetErrorCount } = batch;
  const { creditsCharged, creditsHeld, discoveredCount = requestsCount, limitsHit = [] } = batch;
  const pace = usePace(batch, readAtMs);
  const isLive = isRunning(batch);
  return (
    <Card>
      <div className={styles['progress']}>
        <div className={styles['line']}>
          <strong className="numeric">{plural(responsesCount, 'page')}</strong>
          <span className="muted numeric">
            of {formatCount(discoveredCount)} {nounOf(discoveredCount, 'address', 'addresses')} found
          </span>
          <span className={styles['end']} aria-live="off">
            {isLive && (pace === undefined ? 'measuring the pace…' : formatPace(pace.perSecond))}
            {!isLive && batch.finishedAt !== undefined && (
              <>
                ended <Time at={batch.finishedAt} />, took {formatDuration(tookMs(batch, readAtMs))}
              </>
            )}
          </span>
        </div>
        <Meter
          label="Pages fetched of those found"
          value={succeededCount}
          more={failedCount}
          max={discoveredCount}
          tone="success"
          valueText={`${formatCount(succeededCount)} fetched, ${formatCount(failedCount)} failed, of ${formatCount(discoveredCount)} found`}
        />
        <LimitsHit limits={limitsHit} />
        <StatRow>
          <Stat label="Found" value={formatCount(discoveredCount)} hint="addresses, those fetched included" />
          <Stat
            label="Fetched"
            value={formatCount(succeededCount)}
            hint={targetErrorCount > 0 ? `${formatCount(targetErrorCount)} are error pages of the site` : ' '}
          />
          <Stat
            label="Failed"
            value={formatCount(failedCount)}
            hint="duplicates included, free"
            {...(failedCount > 0 && { tone: 'warning' as const })}
          />
          <Stat
            label="Credits"
            value={formatCount(creditsCharged)}
            hint={creditsHeld > 0 ? `${formatCount(creditsHeld)} held` : 'charged'}
          />
          <Stat
            label={isLive ? 'Running for' : 'Took'}
            value={formatDuration(tookMs(batch, readAtMs))}
            hint={<Time at={batch.createdAt} isExact />}
          />
        </StatRow>
      </div>
    </Card>
  );
}
