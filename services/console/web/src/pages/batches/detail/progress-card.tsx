import { isRunning, type BatchView } from '../../../api/batches.js';
import { formatCount, formatDuration, formatPercent } from '../../../format/format.js';
import { Card } from '../../../ui/page/card.js';
import { Meter } from '../../../ui/data/meter.js';
import { Stat, StatRow } from '../../../ui/data/stat.js';
import { Time } from '../../../ui/time.js';
import { formatPace } from '../progress/batch-pace.js';
import styles from './progress-card.module.css';
import { usePace } from './use-pace.js';

/** How long a job has run or took. */
export const tookMs = ({ startedAt, createdAt, finishedAt }: BatchView, nowMs: number): number =>
  Math.max(0, (finishedAt === undefined ? nowMs : Date.parse(finishedAt)) - Date.parse(startedAt ?? createdAt));

export interface ProgressCardProps {
  readonly batch: BatchView;
  /** When it was read, epoch milliseconds. */
  readonly readAtMs: number;
}

/** How far a batch is, how fast it goes and when it will have ended. */
export function ProgressCard({ batch, readAtMs }: ProgressCardProps) {
  const { requestsCount, responsesCount, succeededCount, failedCount, targetErrorCount, creditsCharged, creditsHeld } =
    batch;
  const pace = usePace(batch, readAtMs);
  const isLive = isRunning(batch);
  const share = requestsCount === 0 ? 0 : responsesCount / requestsCount;
  return (
    <Card>
      <div className={styles['progress']}>
        <div className={styles['line']}>
          <strong className="numeric">{formatPercent(share)}</strong>
          <span className="muted numeric">
            {formatCount(responsesCount)} of {formatCount(requestsCount)}
          </span>
          <span className={styles['end']} aria-live="off">
            {isLive && pace !== undefined && (
              <>
                {formatPace(pace.perSecond)}
                {pace.leftMs !== undefined && <>, about {formatDuration(pace.leftMs)} left</>}
              </>
            )}
            {isLive && pace === undefined && 'measuring the pace…'}
            {!isLive && batch.finishedAt !== undefined && (
              <>
                ended <Time at={batch.finishedAt} />, took {formatDuration(tookMs(batch, readAtMs))}
              </>
            )}
          </span>
        </div>
        <Meter
          label="Progress"
          value={succeededCount}
          more={failedCount}
          max={requestsCount}
          tone="success"
          valueText={`${formatCount(succeededCount)} ok, ${formatCount(failedCount)} failed, of ${formatCount(requestsCount)}`}
        />
        <StatRow>
          <Stat
            label="Succeeded"
            value={formatCount(succeededCount)}
            hint={targetErrorCount > 0 ? `${formatCount(targetErrorCount)} are error pages of the site` : ' '}
          />
          <Stat
            label="Failed"
            value={formatCount(failedCount)}
            hint="free of charge"
            {...(failedCount > 0 && { tone: 'danger' as const })}
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
