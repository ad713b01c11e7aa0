import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { every } from '../../api/poll.js';
import { requestsQuery } from '../../api/requests.js';
import { useIsAllowed, useSession } from '../../app/use-session.js';
import { buttonClass } from '../../ui/button.js';
import { PlaygroundIcon } from '../../ui/icons.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { ApiCard } from './api-card.js';
import { CreditStats } from './credit-stats.js';
import { GetStarted } from './get-started.js';
import { LastRequests } from './last-requests.js';
import styles from './overview-page.module.css';
import { newestBatchesQuery, RunningBatches } from './running-batches.js';

const LAST_COUNT = 10;
const POLL_MS = 4_000;

export function OverviewPage() {
  const { account } = useSession();
  const mayCall = useIsAllowed('call');
  const mayManageKeys = useIsAllowed('manageKeys');
  const [isDone, setDone] = useState(false);
  // Once shown it stays until its reader is done with it: a key that is shown once must not go away by itself.
  const [isStarting, setStarting] = useState(false);
  const requests = useQuery({ ...requestsQuery({ limit: LAST_COUNT }), refetchInterval: every(POLL_MS) });
  const batches = useQuery(newestBatchesQuery);
  const rows = requests.data?.requests;
  if (mayManageKeys && rows?.length === 0 && !isStarting && !isDone) setStarting(true);
  return (
    <>
      <PageHeader
        title="Overview"
        description={`What ${account.name} has left, and what is running.`}
        actions={
          mayCall && (
            <Link to="/playground" className={buttonClass({ variant: 'primary' })}>
              <PlaygroundIcon />
              Open playground
            </Link>
          )
        }
      />
      <div className={styles['stack']}>
        <CreditStats />
        <div className={styles['columns']}>
          {isStarting && !isDone ? (
            <GetStarted first={rows?.at(-1)} onDone={() => setDone(true)} />
          ) : (
            <LastRequests rows={rows} error={requests.error} onRetry={() => void requests.refetch()} />
          )}
          {/* Below the requests where there is no room beside them: it comes once they do not move it any more. */}
          {!requests.isPending && (
            <div className={styles['side']}>
              <RunningBatches />
              {!batches.isPending && <ApiCard />}
            </div>
          )}
        </div>
      </div>
    </>
  );
}
