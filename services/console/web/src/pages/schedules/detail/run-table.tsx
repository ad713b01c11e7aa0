import type { RunView, ScheduleView } from '../../../api/schedules.js';
import { formatCount, formatInZone } from '../../../format/format.js';
import { StateDot } from '../../../parts/state-dot.js';
import { DataTable, type Column } from '../../../ui/data/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { changeWords, runState } from '../schedule-words.js';
import { RunLink } from './run-link.js';
import styles from './run-table.module.css';

type Shown = Pick<ScheduleView, 'timeZone' | 'target' | 'changeTracking' | 'nextRuns'>;

function Outcome({ run }: { readonly run: RunView }) {
  return (
    <span className={styles['outcome']}>
      <StateDot state={runState(run.status)} />
      {run.message !== undefined && <span className={styles['message']}>{run.message}</span>}
    </span>
  );
}

const columnsOf = ({ timeZone, target, changeTracking }: Shown): readonly Column<RunView>[] => [
  {
    key: 'due',
    header: 'Due',
    width: '10rem',
    narrow: 'title',
    cell: ({ dueAt }) => <time dateTime={dueAt}>{formatInZone(Date.parse(dueAt), timeZone)}</time>,
  },
  { key: 'status', header: 'Outcome', cell: (run) => <Outcome run={run} /> },
  ...(changeTracking === undefined
    ? []
    : [
        {
          key: 'change',
          header: 'Change',
          width: '13rem',
          cell: ({ change }: RunView) =>
            change === undefined ? <span className="muted">–</span> : changeWords(change),
        },
      ]),
  { key: 'work', header: 'Made', width: '9rem', cell: (run) => <RunLink run={run} type={target.type} /> },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    width: '5rem',
    cell: ({ creditsCharged }) => formatCount(creditsCharged),
  },
];

/** The newest runs of a schedule. */
export function RunTable({ schedule, runs }: { readonly schedule: Shown; readonly runs: readonly RunView[] }) {
  return (
    <DataTable
      caption="Runs, newest first"
      columns={columnsOf(schedule)}
      rows={runs}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          isCompact
          title="No run yet"
          description={
            schedule.nextRuns[0] === undefined
              ? 'It does not run while it is paused.'
              : `The first is due ${formatInZone(Date.parse(schedule.nextRuns[0]), schedule.timeZone)}.`
          }
        />
      }
    />
  );
}
