import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { schedulesQuery, type ScheduleView } from '../../api/schedules.js';
import { useIsAllowed } from '../../app/use-session.js';
import { ReadOnlyNotice } from '../../parts/read-only-notice.js';
import { StateDot } from '../../parts/state-dot.js';
import { buttonClass } from '../../ui/button.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { PlusIcon, SchedulesIcon } from '../../ui/icons.js';
import { Card } from '../../ui/page/card.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { Time } from '../../ui/time.js';
import { nameOf, scheduleState, targetWords, timingWords } from './schedule-words.js';
import styles from './schedules-page.module.css';

const COLUMNS: readonly Column<ScheduleView>[] = [
  {
    key: 'name',
    header: 'Schedule',
    narrow: 'title',
    cell: (schedule) => (
      <Link to="/schedules/$scheduleId" params={{ scheduleId: schedule.id }} className={styles['link']}>
        <span>{nameOf(schedule)}</span>
        <code>{schedule.target.operation}</code>
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: '7rem',
    cell: (schedule) => <StateDot state={scheduleState(schedule)} />,
  },
  { key: 'runs', header: 'Runs', width: '7rem', cell: ({ target }) => targetWords(target.type) },
  {
    key: 'when',
    header: 'When',
    width: '12rem',
    cell: (schedule) => (
      <span className={styles['when']}>
        {schedule.cron === undefined ? timingWords(schedule) : <code>{schedule.cron}</code>}
      </span>
    ),
  },
  {
    key: 'next',
    header: 'Next run',
    align: 'end',
    width: '8rem',
    cell: ({ nextRuns: [next] }) => (next === undefined ? '–' : <Time at={next} />),
  },
];

/** `/schedules`: all schedules of the account, newest first. */
export function SchedulesPage() {
  const isAllowed = useIsAllowed('call');
  const { data, error, refetch } = useQuery(schedulesQuery);
  const create = isAllowed && (
    <Link to="/schedules/new" className={buttonClass({ variant: 'primary' })}>
      <PlusIcon /> New schedule
    </Link>
  );
  return (
    <>
      <PageHeader
        title="Schedules"
        description="Calls that are made again and again, and what has changed since the last time."
        actions={create}
      />
      {error && data === undefined ? (
        <ErrorState error={error} title="The schedules could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <div className={styles['parts']}>
          <ReadOnlyNotice wish="make schedules" />
          <Card isFlush>
            <DataTable
              caption="Schedules, newest first"
              columns={COLUMNS}
              rows={data}
              rowKey={({ id }) => id}
              loadingRows={6}
              empty={
                <EmptyState
                  icon={<SchedulesIcon />}
                  title="No schedules yet"
                  description="A schedule makes a call every day, every hour or when you say, and can tell you what has changed on the page."
                  action={create}
                />
              }
            />
          </Card>
        </div>
      )}
    </>
  );
}
