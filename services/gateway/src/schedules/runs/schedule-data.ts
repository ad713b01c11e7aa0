import type { ChangeTracking, MissedRuns, RunStatus, ScheduleTargetType } from '@quarry/contracts';
import type { Change } from '../changes/compare.js';
import type { Timing } from '@quarry/contracts/due-times';

/** Kinds of records: see `RecordStore`. Runs and snapshots are owned by their schedule. */
export const SCHEDULE_KIND = 'schedule';
export const RUN_KIND = 'schedule-run';
export const SNAPSHOT_KIND = 'schedule-snapshot';

/** A call that was chosen to be made, with the id that it has or will have: whoever goes on makes it at most once. */
export interface OpenRun {
  readonly dueMs: number;
  /** Of the request, or of the job. */
  readonly workId: string;
  readonly openedAtMs: number;
  /** The call was accepted: there was a row of it. */
  readonly isStarted: boolean;
}

/** The tracked content of the last run that had some. */
export interface SnapshotPlace {
  readonly dueMs: number;
  /** Records that it is spread over. */
  readonly parts: number;
}

export interface StoredTarget {
  readonly type: ScheduleTargetType;
  readonly operation: string;
  /** JSON text of the parameters, or the same encrypted if it has credentials. */
  readonly text: string;
  readonly isSealed: boolean;
}

/** What the record of a schedule has. */
export interface ScheduleData {
  readonly name?: string | undefined;
  readonly timing: Timing;
  readonly target: StoredTarget;
  readonly missedRuns: MissedRuns;
  readonly changeTracking?: ChangeTracking | undefined;
  readonly webhookUrl?: string | undefined;
  /** The key that made it, with which its runs are made. */
  readonly keyId?: string | undefined;
  readonly isPaused: boolean;
  /** Absent: it is never due again. */
  readonly nextDueMs?: number | undefined;
  /** Due times whose run is to begin, oldest first. */
  readonly waiting: readonly number[];
  readonly open?: OpenRun | undefined;
  readonly snapshot?: SnapshotPlace | undefined;
  /** Due times of the kept runs, oldest first. */
  readonly runs: readonly number[];
}

/** What the record of a run has. */
export interface RunData {
  readonly dueMs: number;
  readonly status: RunStatus;
  readonly startedAtMs?: number | undefined;
  readonly endedAtMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly error?: string | undefined;
  readonly message?: string | undefined;
  readonly creditsCharged?: number | undefined;
  readonly change?: Change | undefined;
}

export const runIdOf = (scheduleId: string, dueMs: number): string => `${scheduleId}.${dueMs}`;
