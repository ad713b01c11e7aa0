import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isCrawl, isRunning, type BatchView } from '../../../api/batches.js';
import { useIsAllowed } from '../../../app/use-session.js';
import { formatCount, plural } from '../../../format/format.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/page/card.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { RetryIcon } from '../../../ui/icons.js';
import { SkeletonLines } from '../../../ui/page/skeleton.js';
import { errorWords } from '../../requests/plain-words.js';
import { failureGroups, type FailureGroup } from '../progress/failure-groups.js';
import styles from './failures-card.module.css';
import { FAILURES_MAX, failuresQuery } from './job-queries.js';
import { RetryDialog, useRetry } from './retry-dialog.js';

function Group({ group, jobId }: { readonly group: FailureGroup; readonly jobId: string }) {
  const { error, reason, count, isRetryable, hosts, exampleId } = group;
  const { what, next } = errorWords(error);
  return (
    <li className={styles['group']}>
      <span className={styles['count']}>{formatCount(count)}</span>
      <div className={styles['text']}>
        <p className={styles['what']}>
          {what} {reason !== undefined && <code>{reason}</code>}
        </p>
        <p className={styles['next']}>{next}</p>
        <p className={styles['facts']}>
          <Badge tone={isRetryable ? 'accent' : 'neutral'}>{isRetryable ? 'worth retrying' : 'would fail again'}</Badge>
          <code>{error}</code>
          {hosts.length > 0 && (
            <span>{hosts.map(({ host, count: of }) => `${host} ${formatCount(of)}`).join(', ')}</span>
          )}
          <Link to="/requests/$requestId" params={{ requestId: exampleId }}>
            Look at one
          </Link>
          <Link to="/requests" search={{ batch: jobId, status: 'error', error }}>
            All of them
          </Link>
        </p>
      </div>
    </li>
  );
}

/** The failures of a batch so far. `isLoading`: there are some, and none of them has come yet. */
export const useFailures = (batch: BatchView) => {
  const { jobId, failedCount } = batch;
  // While it runs, failures are counted again only as a tenth more have failed.
  const step = Math.max(1, Math.floor(failedCount / 10));
  const counted = isRunning(batch) ? failedCount - (failedCount % step) : failedCount;
  return useQuery({ ...failuresQuery(jobId, counted), placeholderData: (before) => before });
};

export interface FailuresCardProps {
  readonly batch: BatchView;
  readonly failures: ReturnType<typeof useFailures>;
}

/** Failed items by reason, and a way to run them again. */
export function FailuresCard({ batch, failures: { data, error, refetch } }: FailuresCardProps) {
  const { jobId, failedCount } = batch;
  const isAllowed = useIsAllowed('call');
  const retry = useRetry(batch);
  if (failedCount === 0) return null;
  const groups = data === undefined ? undefined : failureGroups(data.failures);
  return (
    <Card
      title={`${plural(failedCount, 'failed request')}`}
      description={data?.isWhole === false ? `Counted over the first ${formatCount(FAILURES_MAX)}.` : undefined}
      actions={
        isAllowed &&
        !isCrawl(batch) && (
          <Button
            icon={<RetryIcon />}
            disabled={isRunning(batch)}
            isBusy={retry.isPending}
            onClick={() => retry.mutate([])}
          >
            {isRunning(batch) ? 'Retry when it has ended' : 'Retry them'}
          </Button>
        )
      }
    >
      {error && groups === undefined && <ErrorState isCompact error={error} onRetry={() => void refetch()} />}
      {groups === undefined && !error && <SkeletonLines lines={4} />}
      {groups !== undefined && (
        <ul className={styles['groups']}>
          {groups.map((group) => (
            <Group key={`${group.error} ${group.reason ?? ''}`} group={group} jobId={jobId} />
          ))}
        </ul>
      )}
      <RetryDialog batch={batch} retry={retry} />
    </Card>
  );
}
