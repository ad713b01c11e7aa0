import { noFaults, quietTracing } from '@quarry/observability';
import type { JobHandler } from '@quarry/queue';
import type { RequestEnd } from '@quarry/store';
import {
  isDraining,
  rowsOf,
  warnOnFailure,
  withStore,
  type OperationHandlerOptions,
  type Run,
  type Runtime,
} from './handler-runtime.js';
import { isCallerAlive } from './is-caller-alive.js';
import { tellEnd } from './end/note-end.js';
import { runAttempt } from './run-attempt.js';
import { traceFetches, traceJob } from './trace-job.js';

/**
 * The one wrapper around every operation: begins the row, runs the operation, stores the result, ends the row once, and notifies
 * the gateway of a request or the leader of a batch. May run twice for one request; the store's compare-and-set decides which
 * result counts.
 */
export const createOperationHandler = (options: OperationHandlerOptions): JobHandler => {
  const { tracing = quietTracing, faultPoint = noFaults, clock = Date.now } = options;
  const runtime: Runtime = { ...options, fetcher: traceFetches(options.fetcher), faultPoint, clock };
  return (job, context) => traceJob(tracing, job, context, () => handle(runtime, { job, signal: context.signal }));
};

const handle = async (runtime: Runtime, run: Run): Promise<void> => {
  const { job, signal } = run;
  runtime.log.debug('job begun');
  const isAlive = await isCallerAlive(runtime, job, signal);
  if (isDraining(signal)) signal.throwIfAborted();
  const isEnded = await (isAlive ? runRow(runtime, run) : cancelRow(runtime, run));
  if (isEnded && job.batchId !== undefined) await warnOnFailure(runtime, run, announceEnd(runtime, run, job.batchId));
  if (job.batchId !== undefined) return;
  // The reply is sent whatever else fails. The waiting gateway releases the lease as well, but it may be gone.
  const released = isEnded ? warnOnFailure(runtime, run, releaseLease(runtime, run)) : undefined;
  if (job.replyTo) await warnOnFailure(runtime, run, sendReply(runtime, run, job.replyTo));
  await released;
};

const releaseLease = async ({ leases, faultPoint }: Runtime, { job }: Run): Promise<void> => {
  await leases.release(job.accountId, job.requestId);
  await faultPoint('worker.lease_released');
};

const announceEnd = async ({ batchHints, faultPoint }: Runtime, { job }: Run, batchId: string): Promise<void> => {
  await batchHints.announceEnd({ batchId, requestId: job.requestId });
  await faultPoint('worker.replied');
};

const sendReply = async ({ replies, faultPoint }: Runtime, { job }: Run, address: string): Promise<void> => {
  await replies.send(address, { requestId: job.requestId, attempt: job.attempt });
  await faultPoint('worker.replied');
};

/** True if the row has ended, by this attempt or another. */
const runRow = async (runtime: Runtime, run: Run): Promise<boolean> => {
  const { requestId, attempt } = run.job;
  const row = await withStore(runtime, run, () => rowsOf(runtime, run).begin(requestId, attempt));
  return row !== null && runAttempt(runtime, run, row);
};

const CANCELLED: RequestEnd = { state: 'cancelled', verdict: 'cancelled', error: 'cancelled', chargedCredits: 0 };

/** Ends a request whose client is gone, unless a worker has begun it: then it is run. True if the row has ended. */
const cancelRow = async (runtime: Runtime, run: Run): Promise<boolean> => {
  const { requests } = runtime.store;
  const { requestId, attempt } = run.job;
  const row = await withStore(runtime, run, () => requests.get(requestId));
  if (row?.startedAtMs !== undefined) return runRow(runtime, run);
  const finished = await withStore(runtime, run, () => requests.finish(requestId, CANCELLED, attempt));
  if (finished?.isWinner) tellEnd(runtime, finished.row);
  return finished?.isWinner ?? false;
};
