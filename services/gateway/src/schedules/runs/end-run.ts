import type { FileStore } from '@quarry/files';
import type { BatchJob, BatchStore, Clock, RequestRow, WebhookStore } from '@quarry/store';
import { SCHEDULE_LEASE_MS } from '../bounds.js';
import { compare, withoutComparison, type Change } from '../changes/compare.js';
import { contentOf } from '../changes/find-change.js';
import { comparePagesOf } from '../changes/pages/page-changes.js';
import type { Claim } from './claim-schedule.js';
import type { RunRecords, Snapshot } from './run-records.js';
import { runIdOf, type OpenRun, type ScheduleData } from './schedule-data.js';
import type { WorkEnd } from './work.js';

export interface RunEndOptions {
  readonly runRecords: RunRecords;
  readonly files: Pick<FileStore, 'read'>;
  readonly batches: Pick<BatchStore, 'results'>;
  readonly webhooks: Pick<WebhookStore, 'enqueue'>;
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
}

type End = Omit<WorkEnd, 'status'> & { readonly status: 'ok' | 'error' | 'refused' };

interface Compared {
  readonly change?: Change | undefined;
  /** What the next run is compared with, if this run has such content. */
  readonly next?: Snapshot | undefined;
}

/** Writes what became of a run, the change that it found, and the event of the change. Every step may be repeated. */
export const createRunEnd = ({ runRecords, files, batches, webhooks, baseUrl, clock }: RunEndOptions) => {
  const compareCall = async (id: string, data: ScheduleData, row: RequestRow): Promise<Compared> => {
    const { changeTracking = {}, snapshot } = data;
    const content = await contentOf(files, changeTracking, row);
    if (content === undefined) return {};
    if ('message' in content) return { change: withoutComparison('unknown', content.message) };
    const { tracked: next } = content;
    const before = snapshot && (await runRecords.readSnapshot(id, snapshot));
    if (before === undefined || 'pages' in before) return { change: withoutComparison('first'), next };
    return { change: compare(before, next, snapshot?.dueMs ?? 0), next };
  };

  const compareJob = async (own: Claim, data: ScheduleData, job: BatchJob): Promise<Compared> => {
    const { changeTracking: tracking = {}, snapshot } = data;
    const stored = snapshot && (await runRecords.readSnapshot(own.id, snapshot));
    const before = stored && 'pages' in stored ? { stored, dueMs: snapshot?.dueMs ?? 0 } : undefined;
    // It may take longer than a lease.
    const renew = (): Promise<void> => own.save(data, clock() + SCHEDULE_LEASE_MS);
    return comparePagesOf({ batches, files, renew }, { tracking, job, before });
  };

  const compareRun = async (own: Claim, data: ScheduleData, { row, job }: End): Promise<Compared> => {
    if (data.changeTracking === undefined) return {};
    if (job !== undefined) return compareJob(own, data, job);
    return row === undefined ? {} : compareCall(own.id, data, row);
  };

  const announce = async ({ id, accountId }: Claim, data: ScheduleData, dueMs: number, end: End, change: Change) => {
    if (data.webhookUrl === undefined) return;
    const { added, removed, changed } = change;
    await webhooks.enqueue({
      id: `${runIdOf(id, dueMs)}.changed`,
      ...{ accountId, event: 'schedule.changed', url: data.webhookUrl },
      data: {
        ...{ scheduleId: id, name: data.name, runId: runIdOf(id, dueMs), dueAt: new Date(dueMs).toISOString() },
        ...{ requestId: end.requestId, jobId: end.jobId, operation: data.target.operation, added, removed, changed },
        scheduleUrl: `${baseUrl}/schedules/${id}`,
      },
    });
  };

  /** The schedule without its open run. */
  return async (own: Claim, data: ScheduleData, open: OpenRun, end: End): Promise<ScheduleData> => {
    const { id } = own;
    const { dueMs } = open;
    const { row: _row, job: _job, ...shown } = end;
    const { change, next } = await compareRun(own, data, end);
    await runRecords.putRun(id, { dueMs, startedAtMs: open.openedAtMs, endedAtMs: clock(), ...shown, change });
    if (change?.status === 'changed') await announce(own, data, dueMs, end, change);
    // That of the run before stays until the schedule names this one.
    const snapshot = next === undefined ? data.snapshot : await runRecords.writeSnapshot(id, dueMs, next);
    return { ...data, open: undefined, snapshot };
  };
};
