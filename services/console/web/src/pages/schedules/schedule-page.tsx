import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { scheduleQuery, type WholeSchedule } from '../../api/schedules.js';
import { useIsAllowed } from '../../app/use-session.js';
import { plural } from '../../format/format.js';
import { ReadOnlyNotice } from '../../parts/read-only-notice.js';
import { StateDot } from '../../parts/state-dot.js';
import { ChevronLeftIcon } from '../../ui/icons.js';
import { buttonClass } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { SkeletonLines } from '../../ui/page/skeleton.js';
import { JsonTree } from '../playground/response/json-tree.js';
import { ScheduleActions } from './detail/schedule-actions.js';
import { ScheduleFacts } from './detail/schedule-facts.js';
import { RunTable } from './detail/run-table.js';
import { NextRuns } from './next-runs.js';
import { nameOf, scheduleState } from './schedule-words.js';
import styles from './schedule-page.module.css';

const Back = (
  <Link to="/schedules">
    <ChevronLeftIcon /> Schedules
  </Link>
);

function ChangesCard({ schedule }: { readonly schedule: WholeSchedule }) {
  const { id, changeTracking, runs } = schedule;
  if (changeTracking === undefined) return null;
  const count = runs.filter(({ change }) => change?.status === 'changed').length;
  return (
    <Card
      title="Changes"
      description={
        count === 0
          ? 'No run has found a change so far.'
          : `${plural(count, 'run')} of the newest ${runs.length} found a change.`
      }
      actions={
        <Link to="/schedules/$scheduleId/changes" params={{ scheduleId: id }} className={buttonClass({ size: 'sm' })}>
          Show changes
        </Link>
      }
    />
  );
}

function Parts({ schedule }: { readonly schedule: WholeSchedule }) {
  const { nextRuns, timeZone, target, runs } = schedule;
  return (
    <div className={styles['parts']}>
      <ReadOnlyNotice wish="pause, resume or delete this schedule" />
      <div className={styles['halves']}>
        <Card title="Facts">
          <ScheduleFacts schedule={schedule} />
        </Card>
        <Card title="Next runs" description={`Times of ${timeZone}.`}>
          {nextRuns.length === 0 ? (
            <p className="muted">None while it is paused. What would have been due is not made up for.</p>
          ) : (
            <NextRuns timesMs={nextRuns.map((at) => Date.parse(at))} timeZone={timeZone} />
          )}
        </Card>
      </div>
      <ChangesCard schedule={schedule} />
      <Card title="Runs" description={`The newest first. Times of ${timeZone}.`} isFlush>
        <RunTable schedule={schedule} runs={runs} />
      </Card>
      <Card title="Parameters" description="Of each run, without secrets.">
        {target.params === undefined ? (
          <p className="muted">They can no longer be read: the secret that they were encrypted with has changed.</p>
        ) : (
          <JsonTree label="Parameters" value={target.params} />
        )}
      </Card>
    </div>
  );
}

/** `/schedules/<id>`: when it runs, how its runs ended, and what it calls. */
export function SchedulePage() {
  const { scheduleId } = useParams({ from: '/shell/schedules/$scheduleId' });
  const isAllowed = useIsAllowed('call');
  const { data, error, refetch } = useQuery(scheduleQuery(scheduleId));
  if (data === undefined) {
    return (
      <>
        <PageHeader title={`Schedule ${scheduleId.slice(0, 8)}`} back={Back} />
        {error ? (
          <ErrorState error={error} title="This schedule could not be opened" onRetry={() => void refetch()} />
        ) : (
          <Card>
            <SkeletonLines lines={8} />
          </Card>
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={`Schedule ${scheduleId.slice(0, 8)}`}
        heading={<span className={styles['name']}>{nameOf(data)}</span>}
        back={Back}
        status={<StateDot state={scheduleState(data)} />}
        actions={isAllowed && <ScheduleActions schedule={data} />}
      />
      <Parts schedule={data} />
    </>
  );
}
