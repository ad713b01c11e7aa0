import type { FileStore } from '@quarry/files';
import type { Clock, RequestRow, WebhookStore } from '@quarry/store';
import { compare, withoutComparison, type Change } from '../changes/compare.js';
import { contentOf } from '../changes/find-change.js';
import type { Tracked } from '../changes/tracked.js';
import type { RunRecords } from './run-records.js';
import { runIdOf, type OpenRun, type ScheduleData } from './schedule-data.js';
import type { WorkEnd } from './work.js';

export interface RunEndOptions {
  readonly runRecords: RunRecords;
  readonly files: Pick<FileStore, 'read'>;
  readonly webhooks: Pick<WebhookStore, 'enqueue'>;
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
}

interface Place {
  readonly id: string;
  readonly accountId: string;
}

type End = Omit<WorkEnd, 'status'> & { readonly status: 'ok' | 'error' | 'refused' };

interface Compared {
  readonly change?: Change | undefined;
  /** What the next run is compared with, if this run has such content. */
  readonly tracked?: Tracked | undefined;
}

/** Writes what became of a run, the change that it found, and the event of the change. Every step may be repeated. */
export const createRunEnd = ({ runRecords, files, webhooks, baseUrl, clock }: RunEndOptions) => {
  const compareRun = async (id: string, data: ScheduleData, row: RequestRow | undefined): Promise<Compared> => {
    const { changeTracking, snapshot } = data;
    if (changeTracking === undefined || row === undefined) return {};
    const content = await contentOf(files, changeTracking, row);
    if (content === undefined) return {};
    if ('message' in content) return { change: withoutComparison('unknown', content.message) };
    const { tracked } = content;
    const before = snapshot && (await runRecords.readSnapshot(id, snapshot));
    const change = before === undefined ? withoutComparison('first') : compare(before, tracked, snapshot?.dueMs ?? 0);
    return { change, tracked };
  };

  const announce = async ({ id, accountId }: Place, data: ScheduleData, dueMs: number, end: End, change: Change) => {
    if (data.webhookUrl === undefined) return;
    const { added, removed, changed } = change;
    await webhooks.enqueue({
      id: `${runIdOf(id, dueMs)}.changed`,
      ...{ accountId, event: 'schedule.changed', url: data.webhookUrl },
      data: {
        ...{ scheduleId: id, name: data.name, runId: runIdOf(id, dueMs), dueAt: new Date(dueMs).toISOString() },
        ...{ requestId: end.requestId, operation: data.target.operation, added, removed, changed },
        scheduleUrl: `${baseUrl}/schedules/${id}`,
      },
    });
  };

  /** The schedule without its open run. */
  return async (place: Place, data: ScheduleData, open: OpenRun, end: End): Promise<ScheduleData> => {
    const { id } = place;
    const { dueMs } = open;
    const { row, ...shown } = end;
    const { change, tracked } = await compareRun(id, data, row);
    await runRecords.putRun(id, { dueMs, startedAtMs: open.openedAtMs, endedAtMs: clock(), ...shown, change });
    if (change?.status === 'changed') await announce(place, data, dueMs, end, change);
    // That of the run before stays until the schedule names this one.
    const snapshot = tracked === undefined ? data.snapshot : await runRecords.writeSnapshot(id, dueMs, tracked);
    return { ...data, open: undefined, snapshot };
  };
};
