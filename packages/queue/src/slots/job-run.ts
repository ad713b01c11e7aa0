import type { OperationJob } from '@quarry/contracts';
import { MAX_TIMER_MS } from '../bounds.js';
import type { AbortReason, JobHandler } from '../port.js';

/** How a run ended. `abandoned`: the handler continued after its abort and is no longer waited for. */
export type JobEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'abandoned'; readonly reason: AbortReason };

export interface JobRun {
  readonly isAborted: boolean;
  readonly ended: Promise<JobEnd>;
  /** Only the first reason counts. */
  abort(reason: AbortReason): void;
}

export interface JobRunOptions {
  readonly job: OperationJob;
  readonly enqueuedAtMs?: number;
  readonly handle: JobHandler;
  readonly abandonAfterMs: number;
  readonly nowMs: number;
}

/** Runs the handler under the job's deadline. A job past its deadline begins with an aborted signal. */
export const startJobRun = ({ job, enqueuedAtMs, handle, abandonAfterMs, nowMs }: JobRunOptions): JobRun => {
  const controller = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<JobEnd>();
  let abandonTimer: NodeJS.Timeout | undefined;
  const abort = (reason: AbortReason) => {
    if (controller.signal.aborted) return;
    abandonTimer = setTimeout(() => end({ kind: 'abandoned', reason }), abandonAfterMs);
    controller.abort(reason);
  };
  const remainingMs = job.deadlineAtMs - nowMs;
  const deadlineTimer = setTimeout(() => abort('deadline'), Math.min(Math.max(remainingMs, 0), MAX_TIMER_MS));
  if (remainingMs <= 0) abort('deadline');
  const run = async (): Promise<JobEnd> => {
    try {
      const { signal } = controller;
      await handle(job, enqueuedAtMs === undefined ? { signal } : { signal, enqueuedAtMs });
      return { kind: 'done' };
    } catch (error) {
      return { kind: 'failed', error };
    }
  };
  // Not before the caller has recorded the run.
  void Promise.resolve().then(run).then(end);
  void ended.then(() => {
    clearTimeout(deadlineTimer);
    clearTimeout(abandonTimer);
  });
  return {
    get isAborted() {
      return controller.signal.aborted;
    },
    ended,
    abort,
  };
};
