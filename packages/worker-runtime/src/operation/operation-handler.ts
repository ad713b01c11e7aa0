import { REPARSE_ID, verdictRule, type OperationJob } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import type { FileStore } from '@quarry/files';
import {
  currentSpan,
  logEnd,
  noFaults,
  quietTracing,
  SPANS,
  withinSpan,
  type EndedRow,
  type Logger,
  type PassFaultPoint,
  type Tracing,
} from '@quarry/observability';
import type { BatchHints, JobHandler, Leases, ReplySender } from '@quarry/queue';
import {
  MAX_HOST_CHARS,
  type BatchItem,
  type Clock,
  type RequestEnd,
  type RequestRow,
  type Store,
} from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import { MAX_FREE_PAGE_CHARS } from '../bounds.js';
import { retryStore } from './retry-store.js';
import type { FreeAllowance, EndedAttempt } from '../allowances/free-allowance.js';
import { HEADERS_LOST, restoreHeaders } from './restore-headers.js';
import { withOwnTimeout } from './own-timeout.js';
import { isCallerAlive } from './is-caller-alive.js';
import type { ExecuteOperation, OperationOutcome, OperationReport } from '../port.js';
import { chargeOf } from '../allowances/price-of.js';
import { replaceLastReparse } from './replace-reparse.js';
import type { StorageAllowance } from '../allowances/storage-allowance.js';
import { measureStages, type Stages } from './stage-times.js';
import { StoredFiles } from './stored-files.js';
import { traceFetches, traceJob } from './trace-job.js';

export interface OperationHandlerOptions {
  readonly store: Store;
  readonly files: FileStore;
  /** Public URL of stored files, without a slash at the end. */
  readonly filesUrl: string;
  readonly fetcher: Fetcher;
  readonly replies: Pick<ReplySender, 'send' | 'isHeard'>;
  readonly leases: Pick<Leases, 'release'>;
  readonly batchHints: Pick<BatchHints, 'announceEnd'>;
  /** By operation id. */
  readonly operations: Readonly<Record<string, ExecuteOperation>>;
  /** Default: nothing is counted or refused. */
  readonly freeAllowance?: FreeAllowance;
  /** Default: no quota. */
  readonly storageAllowance?: StorageAllowance;
  /** Default: no sealed headers can be opened. */
  readonly headerSeals?: HeaderSeals | undefined;
  readonly log: Logger;
  /** Default: traces are passed on, not recorded. */
  readonly tracing?: Tracing;
  readonly report?: (report: OperationReport) => void;
  /** Called for every row that was ended here. */
  readonly onEnded?: (row: EndedRow) => void;
  readonly faultPoint?: PassFaultPoint;
  readonly clock?: Clock;
  /** How long a gateway that does not listen is waited for before its requests are cancelled. */
  readonly listenerGraceMs?: number;
}

type Runtime = OperationHandlerOptions & { readonly faultPoint: PassFaultPoint; readonly clock: Clock };

/** One delivery of a job. */
interface Run {
  readonly job: OperationJob;
  readonly signal: AbortSignal;
}

/**
 * The one wrapper around every operation: begins the row, runs the operation, stores the result, ends the row once, and notifies
 * the gateway of a request or the leader of a batch. May run twice for one request; the store's compare-and-set decides which
 * result counts.
 */
export const createOperationHandler = (options: OperationHandlerOptions): JobHandler => {
  const { tracing = quietTracing, faultPoint = noFaults, clock = Date.now } = options;
  const runtime: Runtime = { ...options, fetcher: traceFetches(options.fetcher), faultPoint, clock };
  const handle = async (run: Run): Promise<void> => {
    const { job, signal } = run;
    options.log.debug('job begun');
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
  return (job, context) => traceJob(tracing, job, context, () => handle({ job, signal: context.signal }));
};

const warnOnFailure = ({ log }: Runtime, { job }: Run, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => log.warn('failure after the end', { requestId: job.requestId, error }));

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

const withStore = <T>({ clock }: Runtime, { job, signal }: Run, call: () => Promise<T>): Promise<T> =>
  retryStore({ clock, deadlineAtMs: job.deadlineAtMs, signal }, call);

const CANCELLED: RequestEnd = { state: 'cancelled', verdict: 'cancelled', error: 'cancelled', chargedCredits: 0 };

/** Ends a request whose client is gone, unless a worker has begun it: then it is run. True if the row has ended. */
const cancelRow = async (runtime: Runtime, run: Run): Promise<boolean> => {
  const { requests } = runtime.store;
  const { requestId, attempt } = run.job;
  const row = await withStore(runtime, run, () => requests.get(requestId));
  if (row?.startedAtMs !== undefined) return runRow(runtime, run);
  const finished = await withStore(runtime, run, () => requests.finish(requestId, CANCELLED, attempt));
  if (finished?.isWinner) runtime.onEnded?.(finished.row);
  if (finished?.isWinner) logEnd(runtime.log, finished.row);
  return finished?.isWinner ?? false;
};

/** A request, or an item with the time of its hand-over. */
type Row = RequestRow & Partial<Pick<BatchItem, 'handedOverAtMs'>>;

interface Rows {
  begin(id: string, attempt: number): Promise<Row | null>;
  finish(id: string, end: RequestEnd, attempt: number): Promise<{ isWinner: boolean; row: Row } | null>;
}

/** Where the row of a job is: batch items have rows of their own. */
const rowsOf = ({ store }: Runtime, { job }: Run): Rows => (job.batchId === undefined ? store.requests : store.items);

/** True if the row has ended, by this attempt or another. */
const runRow = async (runtime: Runtime, run: Run): Promise<boolean> => {
  const { requestId, attempt } = run.job;
  const row = await withStore(runtime, run, () => rowsOf(runtime, run).begin(requestId, attempt));
  return row !== null && runAttempt(runtime, run, row);
};

const runAttempt = async (given: Runtime, run: Run, row: Row): Promise<boolean> => {
  const { signal, job } = run;
  const startedAt = performance.now();
  const stages = measureStages();
  const runtime = { ...given, fetcher: stages.measure(given.fetcher) };
  const stored = new StoredFiles(runtime.files, runtime.filesUrl, { accountId: row.accountId, requestId: row.id });
  const over = job.batchId === undefined ? undefined : await overAllowance(runtime, row);
  const outcome =
    over ??
    (await withOwnTimeout(row, { signal, clock: runtime.clock }, (limited, ended) =>
      runWithHeaders(runtime, limited, stored, ended),
    ));
  // A draining worker does not end the row: the job goes back to the queue and runs elsewhere.
  if (isDraining(signal) && outcome.verdict !== 'ok') {
    await discard(runtime, row, stored);
    signal.throwIfAborted();
  }
  const stop = verdictRule(outcome.verdict).error
    ? await storeFailure(runtime, row, stored, outcome)
    : await storeAnswer(runtime, row, stored, { ...outcome, stages });
  const end = { ...stop, ...recordOf(outcome, stages) };
  // If the store does not confirm the end, the files may belong to a result, so they stay.
  const finished = await withinSpan(SPANS.end, {}, () =>
    withStore(runtime, run, () => rowsOf(runtime, run).finish(row.id, end, job.attempt)),
  );
  const isWinner = finished !== null && (finished.isWinner || isEndOf(end, finished.row));
  if (isWinner) {
    runtime.onEnded?.(finished.row);
    logEnd(runtime.log, finished.row);
    const worth = { ...end, tier: outcome.tier, isItem: job.batchId !== undefined };
    await warnOnFailure(runtime, run, noteEnd(runtime, row, worth));
    if (row.operation === REPARSE_ID && end.state === 'ok') {
      await warnOnFailure(
        runtime,
        run,
        replaceLastReparse({ requests: runtime.store.requests, files: runtime.files }, row),
      );
    }
  } else {
    await discard(runtime, row, stored);
    // Its gateway was faster at the deadline: the work was free all the same.
    if (finished?.row.state === 'expired') {
      const { verdict = 'deadline_exceeded', chargedCredits } = finished.row;
      const worth = { verdict, chargedCredits, tier: outcome.tier, isItem: job.batchId !== undefined };
      await warnOnFailure(runtime, run, noteEnd(runtime, row, worth));
    }
  }
  recordOutcome(end, outcome, isWinner);
  runtime.report?.({
    operation: row.operation,
    verdict: end.verdict,
    tier: outcome.tier ?? 'none',
    durationMs: performance.now() - startedAt,
    isWinner,
  });
  await warnOnFailure(runtime, run, runtime.faultPoint('worker.ended'));
  return finished !== null && finished.row.state !== 'open';
};

/** What the request log says of a run, beside how it ended. */
const recordOf = ({ tier, statusCode }: OperationOutcome, stages: Stages) => {
  const host = stages.host();
  return {
    ...(host === undefined || host.length > MAX_HOST_CHARS ? {} : { host }),
    ...(tier === undefined ? {} : { tier }),
    ...(statusCode === undefined ? {} : { statusCode }),
    ...stages.times(),
  };
};

/** Until the response is stored. */
const timingsOf = (row: Row, stages: Stages, nowMs: number) => {
  const queuedAtMs = row.handedOverAtMs ?? row.createdAtMs;
  return {
    queueMs: Math.max(0, (row.startedAtMs ?? nowMs) - queuedAtMs),
    ...stages.times(),
    totalMs: Math.max(0, nowMs - queuedAtMs),
  };
};

/** Checked for batch items only: a request was checked by its gateway, but a batch may have thousands of items that fail. */
const overAllowance = async (
  { freeAllowance, storageAllowance, log }: Runtime,
  { id, accountId }: RequestRow,
): Promise<OperationOutcome | undefined> => {
  try {
    const [isSpent, isFull] = await Promise.all([
      freeAllowance?.isExhausted(accountId),
      storageAllowance?.isFull(accountId),
    ]);
    if (isFull) return { verdict: 'storage_exhausted' };
    return isSpent ? { verdict: 'free_budget_exhausted' } : undefined;
  } catch (error) {
    log.warn('allowances could not be read', { requestId: id, error });
    return undefined;
  }
};

const noteEnd = async ({ freeAllowance }: Runtime, row: RequestRow, end: EndedAttempt): Promise<void> =>
  freeAllowance?.note(row, end);

/** Runs the request with its secret headers; without them it is not run. */
const runWithHeaders = (
  runtime: Runtime,
  row: RequestRow,
  stored: StoredFiles,
  signal: AbortSignal,
): Promise<OperationOutcome> | OperationOutcome => {
  const whole = restoreHeaders(runtime.headerSeals, row);
  return whole === undefined ? HEADERS_LOST : execute(runtime, whole, stored, signal);
};

/** The verdict is this attempt's. Credits are recorded only by the attempt that ended the row, so they can be summed over jobs. */
const recordOutcome = (
  { verdict, chargedCredits }: RequestEnd,
  { tier }: OperationOutcome,
  isWinner: boolean,
): void => {
  const span = currentSpan();
  span.set({
    'quarry.verdict': verdict,
    'quarry.tier': tier,
    'quarry.credits': isWinner ? chargedCredits : undefined,
  });
  if (verdictRule(verdict).error !== undefined) span.fail(verdict);
};

/** Stores a file, with a span of its own. */
const put = (stored: StoredFiles, name: string, body: Uint8Array | string): Promise<string> =>
  withinSpan(SPANS.file, { attributes: { 'quarry.file': name } }, () => stored.put(name, body));

/** A call whose response was lost may have ended the row: it did if the row has file names of this attempt. */
const isEndOf = ({ answerName, pageName }: RequestEnd, row: RequestRow): boolean =>
  (answerName !== undefined && row.answerName === answerName) || (pageName !== undefined && row.pageName === pageName);

/** Never rejects: files that cannot be removed expire. */
const discard = async ({ log }: Runtime, row: RequestRow, stored: StoredFiles): Promise<void> => {
  await stored.discard().catch((error: unknown) => log.error('leftover files', { requestId: row.id, error }));
};

/** Accounts share the worker's places for fetches. */
const asSharer = (fetcher: Fetcher, sharer: string): Fetcher => ({
  fetch: (request, signal) => fetcher.fetch({ ...request, sharer }, signal),
  close: () => fetcher.close(),
});

const execute = async (
  runtime: Runtime,
  row: RequestRow,
  stored: StoredFiles,
  signal: AbortSignal,
): Promise<OperationOutcome> => {
  const run = runtime.operations[row.operation];
  if (!run) {
    runtime.log.error('no code for operation', { operation: row.operation, requestId: row.id });
    return { verdict: 'internal_error' };
  }
  try {
    await runtime.faultPoint('worker.begun');
    const outcome = await run(row, {
      signal,
      fetcher: asSharer(runtime.fetcher, row.accountId),
      putFile: async (name, body) => stored.urlOf(await put(stored, name, body)),
      putBundle: (name, parts) =>
        withinSpan(SPANS.file, { attributes: { 'quarry.file': name } }, () => stored.putBundle(name, parts)),
    });
    await runtime.faultPoint('worker.fetched');
    return outcome;
  } catch (error) {
    if (signal.aborted) return { verdict: abortVerdict(signal) };
    runtime.log.error('operation failed', { operation: row.operation, requestId: row.id, error });
    return { verdict: 'internal_error' };
  }
};

const isDraining = (signal: AbortSignal): boolean => signal.aborted && signal.reason === 'draining';

const abortVerdict = (signal: AbortSignal): 'cancelled' | 'deadline_exceeded' =>
  signal.reason === 'cancelled' ? 'cancelled' : 'deadline_exceeded';

/** How the row of a failure ends. If its page cannot be stored, the failure has none. */
const storeFailure = async (
  runtime: Runtime,
  row: RequestRow,
  stored: StoredFiles,
  { verdict, reason, message, retryAfterSeconds, page }: OperationOutcome,
): Promise<RequestEnd> => {
  const { error } = verdictRule(verdict);
  const pageName =
    page &&
    page.body.length <= MAX_FREE_PAGE_CHARS &&
    (await put(stored, page.name, page.body).catch((cause: unknown) => {
      runtime.log.error('page could not be stored', { requestId: row.id, error: cause });
    }));
  return {
    state: verdict === 'cancelled' ? 'cancelled' : 'failed',
    chargedCredits: 0,
    verdict,
    ...(error ? { error } : {}),
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(pageName ? { pageName } : {}),
    storedBytes: stored.sizeBytes,
  };
};

/** Stores the result of a 200. Returns how the row ends: a result that cannot be stored is a failure, and free. */
const storeAnswer = async (
  runtime: Runtime,
  row: Row,
  stored: StoredFiles,
  outcome: OperationOutcome & { readonly stages: Stages },
): Promise<RequestEnd> => {
  const chargedCredits = chargeOf(row, outcome.verdict, outcome.tier, outcome.leftOut);
  try {
    if (chargedCredits === 0 && runtime.storageAllowance && !(await runtime.storageAllowance.mayKeepFree())) {
      await discard(runtime, row, stored);
      return { state: 'failed', chargedCredits: 0, verdict: 'storage_exhausted', error: 'storage_exhausted' };
    }
    const answer = {
      requestMetadata: {
        id: row.id,
        status: 'ok',
        json: stored.urlOf(stored.nameFor('result.json')),
        ...outcome.metadata,
        creditsCharged: chargedCredits,
        timings: timingsOf(row, outcome.stages, runtime.clock()),
      },
      ...outcome.result,
    };
    const answerName = await put(stored, 'result.json', JSON.stringify(answer));
    await runtime.faultPoint('worker.files_stored');
    return {
      state: 'ok',
      chargedCredits,
      verdict: outcome.verdict,
      answerName,
      storedBytes: stored.sizeBytes,
      ...(outcome.metadata ? { metadata: outcome.metadata } : {}),
    };
  } catch (cause) {
    runtime.log.error('answer could not be stored', { requestId: row.id, error: cause });
    await discard(runtime, row, stored);
    return { state: 'failed', chargedCredits: 0, verdict: 'internal_error', error: 'internal_error' };
  }
};
