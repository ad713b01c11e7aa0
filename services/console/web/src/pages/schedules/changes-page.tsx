import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { scheduleQuery, type Change, type RunView, type WholeSchedule } from '../../api/schedules.js';
import { useIsAllowed } from '../../app/use-session.js';
import { formatInZone } from '../../format/format.js';
import { ReadOnlyNotice } from '../../parts/read-only-notice.js';
import { Button } from '../../ui/button.js';
import { ChevronLeftIcon } from '../../ui/icons.js';
import { Card } from '../../ui/page/card.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Notice } from '../../ui/page/notice.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { SkeletonLines } from '../../ui/page/skeleton.js';
import { ChangeView } from './changes/change-view.js';
import { NoChanges } from './changes/no-changes.js';
import { FeedButton } from './detail/feed-button.js';
import { RunLink } from './detail/run-link.js';
import { changeWords, nameOf } from './schedule-words.js';
import styles from './schedule-page.module.css';

/** Changes in sight at first, and how many each press of the button adds. */
const STEP = 10;

interface Found extends RunView {
  readonly change: Change;
}

const withStatus = (runs: readonly RunView[], status: Change['status']): readonly Found[] =>
  runs.flatMap((run) => (run.change?.status === status ? [{ ...run, change: run.change }] : []));

function OneChange({ run, schedule }: { readonly run: Found; readonly schedule: WholeSchedule }) {
  const { dueAt, change } = run;
  const { timeZone, target } = schedule;
  const when = formatInZone(Date.parse(dueAt), timeZone);
  const before = change.comparedWith && formatInZone(Date.parse(change.comparedWith), timeZone);
  return (
    <Card
      title={when}
      description={`${changeWords(change)}${before === undefined ? '' : `, compared with ${before}`}`}
      actions={<RunLink run={run} type={target.type} />}
    >
      <ChangeView change={change} when={when} />
    </Card>
  );
}

/** Runs whose responses said nothing of their pages. */
function Unknown({ runs, timeZone }: { readonly runs: readonly Found[]; readonly timeZone: string }) {
  const [last] = runs;
  if (last === undefined) return null;
  return (
    <Notice
      tone="warning"
      title={runs.length === 1 ? 'A run could not be compared' : `${runs.length} runs could not be compared`}
    >
      The last of them, {formatInZone(Date.parse(last.dueAt), timeZone)}
      {last.change.message === undefined ? '.' : `: ${last.change.message}`} The next run is compared with the last one
      that could be.
    </Notice>
  );
}

function Changes({ schedule }: { readonly schedule: WholeSchedule }) {
  const { runs, timeZone } = schedule;
  const [shown, setShown] = useState(STEP);
  const found = withStatus(runs, 'changed');
  return (
    <div className={styles['parts']}>
      {schedule.changesUrl !== undefined && <ReadOnlyNotice wish="make a link to the feed of these changes" />}
      <Unknown runs={withStatus(runs, 'unknown')} timeZone={timeZone} />
      {found.length === 0 && <NoChanges schedule={schedule} />}
      {found.slice(0, shown).map((run) => (
        <OneChange key={run.id} run={run} schedule={schedule} />
      ))}
      {shown < found.length && (
        <div>
          <Button onClick={() => setShown(shown + STEP)}>Show older changes</Button>
        </div>
      )}
    </div>
  );
}

/** `/schedules/<id>/changes`: what its runs found changed, newest first. */
export function ChangesPage() {
  const { scheduleId } = useParams({ from: '/shell/schedules/$scheduleId/changes' });
  const isAllowed = useIsAllowed('call');
  const { data, error, refetch } = useQuery(scheduleQuery(scheduleId));
  return (
    <>
      <PageHeader
        title="Changes"
        description={
          data === undefined ? (
            '\u00a0'
          ) : (
            <span className={styles['name']}>
              {nameOf(data)}, times of {data.timeZone}
            </span>
          )
        }
        back={
          <Link to="/schedules/$scheduleId" params={{ scheduleId }}>
            <ChevronLeftIcon /> Schedule
          </Link>
        }
        actions={isAllowed && data?.changesUrl !== undefined && <FeedButton scheduleId={scheduleId} />}
      />
      {data !== undefined ? (
        <Changes key={scheduleId} schedule={data} />
      ) : error ? (
        <ErrorState error={error} title="The changes could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <Card>
          <SkeletonLines lines={8} />
        </Card>
      )}
    </>
  );
}
