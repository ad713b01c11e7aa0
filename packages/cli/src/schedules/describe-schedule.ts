import { groupDigits } from '@quarry/contracts';
import { renderTable, type Column } from '../output/table.js';
import { cutToWidth, toSafeLine } from '../output/text-width.js';
import { toSecond } from '../requests/page-of-rows.js';
import { formatInterval } from './schedule-body.js';
import type { Schedule, ScheduleDetails, ScheduleRun } from './schedule-schemas.js';

/** Width of an id, and the least that a last column says anything in. */
const ID_WIDTH = 36;
const LEAST_WIDTH = 12;
const GAP = 2;
const NAME_WIDTH = 12;

const whenOf = ({ cron, intervalSeconds }: Schedule): string =>
  cron ?? (intervalSeconds === undefined ? '' : `every ${formatInterval(intervalSeconds)}`);

const targetOf = ({ target: { type, operation = '', params } }: Schedule): string => {
  const what = type === undefined || type === 'operation' ? operation : `${type} of ${operation}`;
  return params?.url === undefined ? what : `${what} ${params.url}`;
};

/** A table whose last column has the room that the others leave. */
const renderFitting = <Row>(
  fixed: readonly Column<Row>[],
  last: Column<Row>,
  [rows, columns]: readonly [readonly Row[], number],
): string => {
  const width = renderTable(fixed, rows)
    .split('\n')
    .reduce((widest, line) => Math.max(widest, line.length), 0);
  const room = Math.max(columns - width - GAP, LEAST_WIDTH);
  return renderTable([...fixed, { ...last, cell: (row) => cutToWidth(toSafeLine(last.cell(row)), room) }], rows);
};

const LIST: readonly Column<Schedule>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'NEXT (UTC)', cell: ({ state, nextRuns: [next] }) => (next === undefined ? state : toMinute(next)) },
];

/** Schedules run at whole minutes, or nearly. */
const toMinute = (iso: string): string => toSecond(iso).slice(0, 'yyyy-mm-dd hh:mm'.length);

/** A line for each schedule. */
export const renderSchedules = (schedules: readonly Schedule[], columns: number): string => {
  const last = { heading: 'SCHEDULE', cell: (one: Schedule) => `${one.name ?? targetOf(one)}, ${whenOf(one)}` };
  return renderFitting(LIST, last, [schedules, columns]);
};

const changeOf = ({ change }: ScheduleRun): string => {
  if (change === undefined) return '';
  if (change.status !== 'changed') return change.status === 'same' ? 'no change' : change.status;
  const counts = (['added', 'removed', 'changed'] as const).filter((name) => change[name] > 0);
  return counts.map((name) => `${groupDigits(change[name])} ${name}`).join(', ');
};

const resultOf = (run: ScheduleRun): string =>
  [run.error, changeOf(run), run.message ?? run.change?.message].filter((part) => part).join(': ');

const RUN: readonly Column<ScheduleRun>[] = [
  { heading: 'DUE (UTC)', cell: ({ dueAt }) => toSecond(dueAt) },
  { heading: 'STATUS', cell: ({ status }) => status },
  { heading: 'CREDITS', isNumber: true, cell: ({ creditsCharged }) => groupDigits(creditsCharged) },
];
const CALL: Column<ScheduleRun> = { heading: 'CALL', cell: ({ requestId, jobId }) => requestId ?? jobId ?? '' };
const RESULT: Column<ScheduleRun> = { heading: 'RESULT', cell: resultOf };

const renderRuns = (runs: readonly ScheduleRun[], columns: number): string => {
  const width = renderTable(RUN, runs).indexOf('\n') + ID_WIDTH + GAP;
  const hasRoom = columns - width - GAP >= ID_WIDTH;
  return renderFitting(hasRoom ? [...RUN, CALL] : RUN, RESULT, [runs, columns]);
};

const trackedOf = ({ changeTracking }: Schedule): string | undefined => {
  if (changeTracking === undefined) return undefined;
  const { fields = [], markdown, links } = changeTracking;
  return [...fields, ...(markdown ? ['markdown'] : []), ...(links ? ['links'] : [])].join(', ');
};

const timeOf = (iso: string): string => `${toSecond(iso)} UTC`;

/** A schedule as lines of names and values. */
export const describeSchedule = (schedule: Schedule): string => {
  const { id, name, state, nextRuns, missedRuns, webhook, changesUrl, createdAt, timeZone, cron } = schedule;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['schedule', id],
    ['name', name],
    ['state', state],
    ['target', targetOf(schedule)],
    ['when', cron === undefined || timeZone === undefined ? whenOf(schedule) : `${cron} (${timeZone})`],
    ['missed runs', missedRuns],
    ['compares', trackedOf(schedule)],
    ['webhook', webhook?.url],
    ['feed', changesUrl],
    ['created', createdAt && timeOf(createdAt)],
    ...nextRuns.map((next, index) => [index === 0 ? 'next' : '', timeOf(next)] as const),
  ];
  return rows
    .flatMap(([label, value]) => (value === undefined ? [] : [`${label.padEnd(NAME_WIDTH)} ${toSafeLine(value)}\n`]))
    .join('');
};

/** A schedule and what came of its runs. */
export const describeDetails = (details: ScheduleDetails, columns: number): string =>
  `${describeSchedule(details)}\n${details.runs.length === 0 ? 'No runs yet.\n' : renderRuns(details.runs, columns)}`;
