import type { Change, MissedRuns, RunStatus, ScheduleView } from '../../api/schedules.js';
import { formatCount, formatDuration } from '../../format/format.js';
import type { StateWords } from '../../parts/request-state.js';

/** What a schedule is called: by its owner, or by what it runs. */
export const nameOf = ({ name, target }: Pick<ScheduleView, 'name' | 'target'>): string => {
  if (name !== undefined && name !== '') return name;
  const main = target.params?.['url'] ?? target.params?.['q'] ?? target.params?.['keyword'];
  return typeof main === 'string' ? main : target.operation;
};

const TARGETS: Readonly<Record<string, string>> = { operation: 'One call', batch: 'A batch', crawl: 'A crawl' };

/** What kind of thing it runs; one of a later version by its name alone. */
export const targetWords = (type: string): string => TARGETS[type] ?? type;

/** When it runs, in a few words. */
export const timingWords = ({ cron, intervalSeconds }: Pick<ScheduleView, 'cron' | 'intervalSeconds'>): string =>
  cron ?? `every ${formatDuration((intervalSeconds ?? 0) * 1_000)}`;

export const scheduleState = ({ state }: Pick<ScheduleView, 'state'>): StateWords =>
  state === 'paused'
    ? { tone: 'neutral', text: 'Paused', isActive: false }
    : { tone: 'success', text: 'Active', isActive: false };

const RUN_STATES: Readonly<Record<RunStatus, StateWords>> = {
  waiting: { tone: 'neutral', text: 'Waiting', isActive: true },
  running: { tone: 'accent', text: 'Running', isActive: true },
  ok: { tone: 'success', text: 'OK', isActive: false },
  error: { tone: 'danger', text: 'Failed', isActive: false },
  refused: { tone: 'warning', text: 'Refused', isActive: false },
  missed: { tone: 'neutral', text: 'Missed', isActive: false },
};

export const runState = (status: RunStatus): StateWords => RUN_STATES[status];

export const MISSED_RUNS: readonly { readonly value: MissedRuns; readonly label: string }[] = [
  { value: 'runOnce', label: 'One run makes up for all of them' },
  { value: 'skip', label: 'They are left out' },
  { value: 'runAll', label: 'Each is made up for, the newest 10 at most' },
];

const partsOf = ({ added, removed, changed, pages }: Change): readonly string[] =>
  [
    { count: added, word: pages ? 'new' : 'added' },
    { count: removed, word: pages ? 'gone' : 'removed' },
    { count: changed, word: 'changed' },
    { count: pages?.unknown ?? 0, word: 'unknown' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => `${formatCount(count)} ${word}`);

/** How a run differs from the one before it, in a few words. */
export const changeWords = (change: Change): string => {
  switch (change.status) {
    case 'first':
      return 'First run, nothing to compare with';
    case 'same':
      return ['No change', ...partsOf(change)].join(', pages: ');
    case 'unknown':
      return 'Could not be compared';
    case 'changed':
      return `${change.pages ? 'Pages: ' : ''}${partsOf(change).join(', ')}`;
  }
};
