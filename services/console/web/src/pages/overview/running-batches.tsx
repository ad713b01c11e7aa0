import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { batchesQuery, isCrawl, isRunning, type BatchView } from '../../api/batches.js';
import { formatCount, formatPercent } from '../../format/format.js';
import { Card } from '../../ui/page/card.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Meter } from '../../ui/data/meter.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import { jobPage } from '../batches/batch-paths.js';
import styles from './running-batches.module.css';
import { every } from '../../api/poll.js';

/** Only the newest are looked at: older ones that still run are rare, and the page of batches has them. */
const LOOKED_AT = 20;
const POLL_MS = 3_000;
const IDLE_POLL_MS = 15_000;

function Batch(batch: BatchView) {
  const { jobId, responsesCount, requestsCount, failedCount } = batch;
  const operation = isCrawl(batch) ? 'crawl/web' : batch.operation;
  const share = requestsCount === 0 ? 0 : responsesCount / requestsCount;
  const counts = `${formatCount(responsesCount)} of ${formatCount(requestsCount)}`;
  return (
    <li>
      <Link to={jobPage(batch)} params={{ jobId }} className={styles['batch']}>
        <span className={styles['line']}>
          <span className={styles['operation']}>{operation}</span>
          <span>{formatPercent(share)}</span>
        </span>
        <Meter label={`Progress of ${operation}`} value={responsesCount} max={requestsCount} valueText={counts} />
        <span className={styles['counts']}>
          {counts}
          {failedCount > 0 && <span className={styles['failed']}>{formatCount(failedCount)} failed</span>}
        </span>
      </Link>
    </li>
  );
}

export const newestBatchesQuery = batchesQuery({ limit: LOOKED_AT });

/** Batches in progress. */
export function RunningBatches() {
  const { data, error, refetch } = useQuery({
    ...newestBatchesQuery,
    refetchInterval: (query) => every(query.state.data?.batches.some(isRunning) ? POLL_MS : IDLE_POLL_MS)(query),
  });
  const running = data?.batches.filter(isRunning);
  return (
    <Card title="Running batches" actions={<Link to="/batches">All batches</Link>}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact />
      ) : running === undefined ? (
        <Skeleton width="60%" />
      ) : running.length === 0 ? (
        <p className={styles['none']}>None. A batch runs up to 10,000 requests with one call.</p>
      ) : (
        <ul className={styles['list']}>
          {running.map((batch) => (
            <Batch key={batch.jobId} {...batch} />
          ))}
        </ul>
      )}
    </Card>
  );
}
