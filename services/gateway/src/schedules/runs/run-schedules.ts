import { randomUUID } from 'node:crypto';
import { ERRORS, type Operation } from '@quarry/contracts';
import type { Logger } from '@quarry/observability';
import type { Store, StoredRecord } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import type { Caller } from '../../http/caller.js';
import {
  LOOK_MAX_MS,
  LOOK_MIN_MS,
  LOOK_SHARE,
  SCHEDULE_LEASE_MS,
  SCHEDULES_AT_ONCE,
  START_PATIENCE_MS,
} from '../bounds.js';
import { claimSchedule, ScheduleMovedError, type Claim } from './claim-schedule.js';
import { createRunRecords } from './run-records.js';
import { createRunEnd, type RunEndOptions } from './end-run.js';
import { SCHEDULE_KIND, type OpenRun, type ScheduleData, type StoredTarget } from './schedule-data.js';
import { takeDue, wakeAtMs } from './take-due.js';
import { unpackTarget } from './target-text.js';
import type { Work, WorkEnd, WorkStart } from './work.js';

export interface RunSchedulesOptions extends Omit<RunEndOptions, 'runRecords' | 'webhooks' | 'batches'> {
  readonly store: Pick<Store, 'records' | 'accounts' | 'webhooks' | 'batches'>;
  /** By the type of the target. */
  readonly works: Readonly<Record<StoredTarget['type'], Work>>;
  readonly operations: readonly Operation[];
  /** The account as its key calls, or why it may not. */
  readonly findCaller: (accountId: string, keyId: string | undefined) => Promise<Caller | Refusal>;
  readonly headerSeals?: HeaderSeals | undefined;
  readonly log: Logger;
}

const MISSED = 'It was due while the service was down, or while the run before it had not ended.';
const UNREADABLE =
  'The credentials of this schedule were encrypted with a secret that the deployment no longer has. Make the schedule again.';
const LOST = 'Its call is no longer stored, so what became of it is unknown.';
/** Refusals that pass by themselves. */
const PASSING: ReadonlySet<string> = new Set(['overloaded', 'concurrency_limit']);

const refusedEnd = ({ error, detail }: Refusal): Omit<WorkEnd, 'status'> & { readonly status: 'refused' } => ({
  ...{ status: 'refused', error, creditsCharged: 0 },
  message: [
    detail?.message ?? ERRORS[error].text,
    ...(detail?.errors ?? []).slice(0, 5).map(({ message }) => message),
  ].join(' '),
});

/** How long after it was opened a run is looked at again. */
const lookAgainMs = ({ openedAtMs }: OpenRun, nowMs: number): number =>
  Math.min(LOOK_MAX_MS, Math.max(LOOK_MIN_MS, Math.ceil((nowMs - openedAtMs) * LOOK_SHARE)));

/** The call of an open run, as its account and key may make it now. */
const createCall =
  ({ works, operations, findCaller, headerSeals }: RunSchedulesOptions) =>
  async ({ id, accountId }: Claim, data: ScheduleData, { workId }: OpenRun): Promise<WorkStart> => {
    const account = await findCaller(accountId, data.keyId);
    if ('outcome' in account) return account;
    const { target } = data;
    const operation = operations.find((one) => one.id === target.operation);
    if (operation === undefined) return refuse('not_found', { message: `There is no operation ${target.operation}.` });
    const params = unpackTarget(headerSeals, { accountId, scheduleId: id }, target);
    if (params === undefined) return refuse('validation_failed', { message: UNREADABLE });
    return works[target.type].start({ account, operation, params }, workId);
  };

/**
 * Moves schedules that are due by one step each: takes their due times, makes the next call, or looks what became of it. A step
 * holds a lease in the store, and the id of a call is stored before the call is made: whoever goes on after a crash makes it once.
 */
export const createScheduleRuns = (options: RunSchedulesOptions) => {
  const { store, works, clock, log } = options;
  const { records } = store;
  const runRecords = createRunRecords(records, clock);
  const endRun = createRunEnd({ ...options, runRecords, webhooks: store.webhooks, batches: store.batches });

  const makeCall = createCall(options);
  /** Makes the call of the open run. */
  const start = async (own: Claim, data: ScheduleData, open: OpenRun): Promise<ScheduleData> => {
    const started = await makeCall(own, data, open);
    if (started.outcome === 'running') return { ...data, open: { ...open, isStarted: true } };
    if (started.outcome === 'ended') return endRun(own, data, open, started.end);
    const isPassing = PASSING.has(started.error) && clock() - open.openedAtMs < START_PATIENCE_MS;
    return isPassing ? data : endRun(own, data, open, refusedEnd(started));
  };

  const openRun = async (own: Claim, data: ScheduleData, openRunOf: OpenRun): Promise<ScheduleData> => {
    const opened = { ...data, open: openRunOf };
    // Before the call is made, so that whoever goes on knows its id.
    await own.save(opened, clock() + SCHEDULE_LEASE_MS);
    return start(own, opened, openRunOf);
  };

  const look = async (own: Claim, data: ScheduleData, open: OpenRun): Promise<ScheduleData> => {
    const work = works[data.target.type];
    const found = await work.look(open.workId);
    switch (found.state) {
      case 'running':
        return data;
      case 'ended':
        return endRun(own, data, open, found.end);
      case 'none':
        if (!open.isStarted) return start(own, data, open);
        return endRun(own, data, open, { status: 'error', error: 'internal_error', message: LOST, creditsCharged: 0 });
      case 'unfinished':
        await work.undo(open.workId);
        return openRun(own, data, { ...open, workId: randomUUID() });
    }
  };

  const beginNext = async (own: Claim, data: ScheduleData): Promise<ScheduleData> => {
    const [dueMs, ...waiting] = data.waiting;
    if (dueMs === undefined || data.isPaused) return data;
    const open: OpenRun = { dueMs, workId: randomUUID(), openedAtMs: clock(), isStarted: false };
    await runRecords.putRun(own.id, { dueMs, status: 'running', startedAtMs: open.openedAtMs });
    return openRun(own, { ...data, waiting, runs: [...data.runs, dueMs] }, open);
  };

  const step = async (own: Claim, before: ScheduleData): Promise<void> => {
    const { data: taken, missed } = takeDue(before, clock());
    for (const dueMs of missed) {
      await runRecords.putRun(own.id, { dueMs, status: 'missed', endedAtMs: clock(), message: MISSED });
    }
    const noted = { ...taken, runs: [...taken.runs, ...missed] };
    const looked = noted.open === undefined ? noted : await look(own, noted, noted.open);
    const begun = looked.open === undefined ? await beginNext(own, looked) : looked;
    const runs = await runRecords.prune(own.id, begun.runs);
    const again = begun.open === undefined ? 0 : lookAgainMs(begun.open, clock());
    await own.save({ ...begun, runs }, wakeAtMs(begun, clock(), again));
    const { snapshot } = before;
    if (snapshot && snapshot.dueMs !== begun.snapshot?.dueMs) await runRecords.removeSnapshot(own.id, snapshot);
  };

  const move = async (record: StoredRecord): Promise<boolean> => {
    try {
      const own = await claimSchedule(records, clock, record);
      // safe because only this code and the routes beside it write records of this kind
      if (own !== undefined) await step(own, record.data as ScheduleData);
      return own !== undefined;
    } catch (error) {
      // The lease ends, and another step goes on from what is stored.
      if (error instanceof ScheduleMovedError) return true;
      log.error('a schedule could not be moved', { scheduleId: record.id, error });
      return false;
    }
  };

  /** One pass. Several replicas may run it at once. Returns how many schedules were moved. */
  return async (): Promise<number> => {
    const due = await records.due(SCHEDULE_KIND, SCHEDULES_AT_ONCE);
    const moved = await Promise.all(due.map(move));
    return moved.filter(Boolean).length;
  };
};
