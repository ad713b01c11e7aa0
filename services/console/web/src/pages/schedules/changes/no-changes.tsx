import type { WholeSchedule } from '../../../api/schedules.js';
import { plural } from '../../../format/format.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { SchedulesIcon } from '../../../ui/icons.js';

const wordsOf = ({ changeTracking, runs }: WholeSchedule): readonly [title: string, description: string] => {
  if (changeTracking === undefined) {
    return ['This schedule compares nothing', 'Make one with something to compare under Changes.'];
  }
  const compared = runs.filter(({ change }) => change?.status === 'same').length;
  if (compared > 0) return ['No change so far', `${plural(compared, 'run')} found the same as the run before.`];
  const isFirst = runs.some(({ change }) => change?.status === 'first');
  return isFirst
    ? ['Nothing to compare yet', 'One run has ended: the next one is compared with it.']
    : ['No run yet', 'The first run is what the second one is compared with.'];
};

/** Why no change is shown. */
export function NoChanges({ schedule }: { readonly schedule: WholeSchedule }) {
  const [title, description] = wordsOf(schedule);
  return <EmptyState icon={<SchedulesIcon />} title={title} description={description} />;
}
