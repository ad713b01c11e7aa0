import type { NewSchedule } from '../../../api/schedules.js';
import type { Violation } from '@quarry/contracts/errors';
import type { Timing } from './timing-draft.js';
import { toTracking, trackedTarget } from './tracking-draft.js';
import type { Settings } from './use-settings.js';

/** The body of the call that makes the schedule. */
export const toSchedule = (
  { name, tracking, missedRuns }: Settings,
  timing: Timing,
  target: NewSchedule['target'],
): NewSchedule => {
  const changeTracking = toTracking(tracking);
  const url = tracking.webhook.trim();
  return {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...timing,
    target: changeTracking ? trackedTarget(target, changeTracking) : target,
    missedRuns,
    ...(changeTracking ? { changeTracking } : {}),
    ...(changeTracking && url !== '' ? { webhook: { url } } : {}),
  };
};

const OF_TARGET = 'target.params.';

/** Violations of the target's parameters, by the names that its own form has for them. */
export const targetViolations = (violations: readonly Violation[]): readonly Violation[] =>
  violations
    .filter(({ field }) => field.startsWith(OF_TARGET))
    .map(({ field, rule, message }) => ({
      ...{ field: field.slice(OF_TARGET.length), rule },
      message: message.startsWith(OF_TARGET) ? message.slice(OF_TARGET.length) : message,
    }));

const SHOWN = ['name', 'cron', 'intervalSeconds', 'timeZone', 'missedRuns', 'changeTracking', 'webhook', OF_TARGET];

/** What no field of the form shows. */
export const otherViolations = (violations: readonly Violation[]): readonly string[] =>
  violations.filter(({ field }) => !SHOWN.some((name) => field.startsWith(name))).map(({ message }) => message);
