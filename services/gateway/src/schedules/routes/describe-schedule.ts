import { maskParams, SCHEDULES_PATH, SHOWN_NEXT_RUNS } from '@quarry/contracts';
import { comingTimes } from '@quarry/contracts/due-times';
import type { StoredRecord } from '@quarry/store';
import type { Change } from '../changes/compare.js';
import { runIdOf, type RunData, type ScheduleData } from '../runs/schedule-data.js';

const instant = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

const describeChange = ({ comparedWithMs, ...change }: Change) => ({
  ...change,
  comparedWith: instant(comparedWithMs),
});

/** A run as its account sees it. */
export const describeRun = (scheduleId: string, run: RunData): Record<string, unknown> => ({
  id: runIdOf(scheduleId, run.dueMs),
  dueAt: instant(run.dueMs),
  status: run.status,
  startedAt: instant(run.startedAtMs),
  endedAt: instant(run.endedAtMs),
  requestId: run.requestId,
  jobId: run.jobId,
  error: run.error,
  message: run.message,
  creditsCharged: run.creditsCharged ?? 0,
  change: run.change && describeChange(run.change),
});

const nextRunsOf = ({ isPaused, nextDueMs, timing }: ScheduleData): readonly string[] =>
  isPaused ? [] : comingTimes(timing, nextDueMs, SHOWN_NEXT_RUNS).map((ms) => new Date(ms).toISOString());

/** A schedule as its account sees it. `params`: of its target; undefined if they can no longer be read. */
export const describeSchedule = (
  { id }: Pick<StoredRecord, 'id'>,
  data: ScheduleData,
  params: Readonly<Record<string, unknown>> | undefined,
  baseUrl: string,
): Record<string, unknown> => ({
  id,
  name: data.name,
  state: data.isPaused ? 'paused' : 'active',
  cron: data.timing.cron,
  intervalSeconds: data.timing.intervalSeconds,
  timeZone: data.timing.timeZone,
  target: {
    type: data.target.type,
    operation: data.target.operation,
    params: params && maskParams(params),
  },
  missedRuns: data.missedRuns,
  changeTracking: data.changeTracking,
  webhook: data.webhookUrl === undefined ? undefined : { url: data.webhookUrl },
  key: data.keyId,
  createdAt: instant(data.timing.anchorMs),
  nextRuns: nextRunsOf(data),
  changesUrl: data.changeTracking && `${baseUrl}${SCHEDULES_PATH}/${id}/changes.rss`,
});
