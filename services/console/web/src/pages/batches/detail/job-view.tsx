import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isCrawl, isRunning, type BatchView } from '../../../api/batches.js';
import { accountUsageQuery } from '../../../api/usage.js';
import { useIsAllowed } from '../../../app/use-session.js';
import { formatCount, plural } from '../../../format/format.js';
import { Card } from '../../../ui/page/card.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { ChevronLeftIcon } from '../../../ui/icons.js';
import { PageHeader } from '../../../ui/page/page-header.js';
import { SkeletonLines } from '../../../ui/page/skeleton.js';
import { batchState } from '../../../parts/request-state.js';
import { ReadOnlyNotice } from '../../../parts/read-only-notice.js';
import { StateDot } from '../../../parts/state-dot.js';
import styles from '../new-batch-page.module.css';
import { CrawlProgress } from './crawl-progress.js';
import { DownloadsCard } from './downloads-card.js';
import { FailuresCard, useFailures } from './failures-card.js';
import { jobQuery } from './job-queries.js';
import { ProgressCard } from './progress-card.js';
import { ResultsTable } from './results-table.js';
import { StopButton } from './stop-button.js';

/** What is below the failures waits for them, so that nothing in sight moves when they come. */
function Parts({ batch, readAtMs }: { readonly batch: BatchView; readonly readAtMs: number }) {
  const failures = useFailures(batch);
  const queryClient = useQueryClient();
  const isOver = !isRunning(batch);
  // Its end gives back what it held and did not need.
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: accountUsageQuery.queryKey });
  }, [isOver, queryClient]);
  // Once shown it stays: the first failure of a batch that runs must not take its results away.
  const [isShown, setShown] = useState(false);
  if (!failures.isLoading && !isShown) setShown(true);
  return (
    <>
      {isCrawl(batch) ? (
        <CrawlProgress batch={batch} readAtMs={readAtMs} />
      ) : (
        <ProgressCard batch={batch} readAtMs={readAtMs} />
      )}
      <FailuresCard batch={batch} failures={failures} />
      {isShown && (
        <>
          <DownloadsCard batch={batch} />
          <Card title="Results" description="In the order in which they ended." isFlush>
            {batch.responsesCount === 0 ? (
              <EmptyState isCompact title={isRunning(batch) ? 'The first results come here' : 'No results'} />
            ) : (
              <ResultsTable batch={batch} />
            )}
          </Card>
        </>
      )}
    </>
  );
}

const headingOf = (batch: BatchView): string => {
  if (!isCrawl(batch)) return `${plural(batch.requestsCount, 'request')} of ${batch.operation}`;
  const { requestsCount, discoveredCount = requestsCount } = batch;
  return `Crawl: ${formatCount(requestsCount)} of ${plural(discoveredCount, 'address', 'addresses')}`;
};

export interface JobViewProps {
  readonly jobId: string;
  /** Where the API may have it. */
  readonly places: Parameters<typeof jobQuery>[0];
  /** What it is called until it is known. */
  readonly name: 'Batch' | 'Crawl';
}

/** A page for a job: how it goes, what failed and why, and its results. */
export function JobView({ jobId, places, name }: JobViewProps) {
  const isAllowed = useIsAllowed('call');
  const { data: batch, error, refetch, dataUpdatedAt } = useQuery(jobQuery(places, jobId));
  const back = (
    <Link to="/batches">
      <ChevronLeftIcon /> Batches and crawls
    </Link>
  );
  if (batch === undefined) {
    return (
      <>
        <PageHeader title={`${name} ${jobId.slice(0, 8)}`} back={back} />
        {error ? (
          <ErrorState
            error={error}
            title={`This ${name.toLowerCase()} could not be opened`}
            onRetry={() => void refetch()}
          />
        ) : (
          <Card>
            <SkeletonLines lines={6} />
          </Card>
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={`${isCrawl(batch) ? 'Crawl' : 'Batch'} ${jobId.slice(0, 8)}`}
        heading={headingOf(batch)}
        description={<code>{jobId}</code>}
        back={back}
        status={<StateDot state={batchState(batch.status, batch.failedCount)} />}
        actions={isAllowed && <StopButton batch={batch} />}
      />
      <div key={jobId} className={styles['parts']}>
        {isRunning(batch) && <ReadOnlyNotice wish={`stop this ${isCrawl(batch) ? 'crawl' : 'batch'}`} />}
        <Parts batch={batch} readAtMs={dataUpdatedAt} />
      </div>
    </>
  );
}
