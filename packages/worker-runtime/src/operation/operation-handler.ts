import { REPARSE_ID, verdictRule, type OperationJob } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import type { FileStore } from '@quarry/files';
import {
  currentSpan,
  passFreely,
  quietTracing,
  SPANS,
  withinSpan,
  type EndedRow,
  type Logger,
  type PassFaultPoint,
  type Tracing,
} from '@quarry/observability';
import type { BatchHints, JobHandler, Leases, ReplySender } from '@quarry/queue';
import type { Clock, RequestEnd, RequestRow, Store } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import { MAX_FREE_PAGE_CHARS } from '../bounds.js';
import { callStore } from './call-store.js';
import type { FreeAllowance, WorthOfEnd } from '../allowances/free-allowance.js';
import { HEADERS_LOST, restoreHeaders } from './restore-headers.js';
import { isAwaited } from './is-awaited.js';
import type { ExecuteOperation, OperationOutcome, OperationReport } from '../port.js';
import { chargeOf } from '../allowances/price-of.js';
import { replaceLastReparse } from './replace-reparse.js';
import type { StorageAllowance } from '../allowances/storage-allowance.js';
import { StoredFiles } from './stored-files.js';
import { traceFetches, traceJob } from './trace-job.js';

export interface OperationHandlerOptions {
  readonly store: Store;
  readonly files: FileStore;
  /** Public address of stored files, without a slash at the end. */
  readonly filesUrl: string;
  readonly fetcher: Fetcher;
  readonly replies: Pick<ReplySender, 'send' | 'isHeard'>;
  readonly leases: Pick<Leases, 'release'>;
  readonly batchHints: Pick<BatchHints, 'announceEnd'>;
  /** By operation id. */
  readonly operations: Readonly<Record<string, ExecuteOperation>>;
  /** Default: nothing is counted, and nothing refused. */
  readonly freeAllowance?: FreeAllowance;
  /** Default: there is room for everything. */
  readonly storageAllowance?: StorageAllowance;
  /** Default: no sealed headers can be opened. */
  readonly headerSeals?: HeaderSeals | undefined;
  readonly log: Logger;
  /** Default: traces are carried through. */
  readonly tracing?: Tracing;
  readonly report?: (report: OperationReport) => void;
  /** Hears of every row that was ended here. */
  readonly onEnded?: (row: EndedRow) => void;
  readonly pass?: PassFaultPoint;
  readonly clock?: Clock;
  /** How long a gateway that does not listen is waited for before its requests are cancelled. */
  readonly listenerGraceMs?: number;
}

type Runtime = OperationHandlerOptions & { readonly pass: PassFaultPoint; readonly clock: Clock };

/** One delivery of a job. */
interface Run {
  readonly job: OperationJob;
  readonly signal: AbortSignal;
}

/**
 * The one wrapper around every operation: take the row up, run, store the answer, end the row once, tell who waits: the
 * gateway of a request, the leader of a batch. May run twice for one request; the store's compare-and-set decides which result stands.
 */
export const createOperationHandler = (options: OperationHandlerOptions): JobHandler => {
  const { tracing = quietTracing, pass = passFreely, clock = Date.now } = options;
  const runtime: Runtime = { ...options, fetcher: traceFetches(options.fetcher), pass, clock };
  const handle = async (run: Run): Promise<void> => {
    const { job, signal } = run;
    options.log.debug('job begun');
    const isWaitedFor = await isAwaited(runtime, job, signal);
    if (isDraining(signal)) signal.throwIfAborted();
    const isEnded = await (isWaitedFor ? runRow(runtime, run) : cancelRow(runtime, run));
    if (isEnded && job.batchId !== undefined) await orWarn(runtime, run, hintAtEnd(runtime, run, job.batchId));
    if (job.batchId !== undefined) return;
    // What has ended is told whatever else fails: the waiting gateway gives the lease back as well, but it may be gone.
    const released = isEnded ? orWarn(runtime, run, giveLeaseBack(runtime, run)) : undefined;
    if (job.replyTo) await orWarn(runtime, run, sendReply(runtime, run, job.replyTo));
    await released;
  };
  return (job, context) => traceJob(tracing, job, context, () => handle({ job, signal: context.signal }));
};

const orWarn = async ({ log }: Runtime, { job }: Run, work: Promise<void>): Promise<void> => {
  await work.catch((error: unknown) => log.warn('failure after the end', { requestId: job.requestId, error }));
};

const giveLeaseBack = async ({ leases, pass }: Runtime, { job }: Run): Promise<void> => {
  await leases.release(job.accountId, job.requestId);
  await pass('worker.lease_released');
};

const hintAtEnd = async ({ batchHints, pass }: Runtime, { job }: Run, batchId: string): Promise<void> => {
  await batchHints.announceEnd({ batchId, requestId: job.requestId });
  await pass('worker.replied');
};

const sendReply = async ({ replies, pass }: Runtime, { job }: Run, address: string): Promise<void> => {
  await replies.send(address, { requestId: job.requestId, attempt: job.attempt });
  await pass('worker.replied');
};

const withStore = <T>({ clock }: Runtime, { job, signal }: Run, call: () => Promise<T>): Promise<T> =>
  callStore({ clock, deadlineAtMs: job.deadlineAtMs, signal }, call);

const CANCELLED: RequestEnd = { state: 'cancelled', verdict: 'cancelled', error: 'cancelled', chargedCredits: 0 };

/** Ends a request whose client is gone, unless a worker has begun it: then it runs on. True when the row has ended. */
const cancelRow = async (runtime: Runtime, run: Run): Promise<boolean> => {
  const { requests } = runtime.store;
  const { requestId, attempt } = run.job;
  const row = await withStore(runtime, run, () => requests.get(requestId));
  if (row?.startedAtMs !== undefined) return runRow(runtime, run);
  const finished = await withStore(runtime, run, () => requests.finish(requestId, CANCELLED, attempt));
  if (finished?.isWinner) runtime.onEnded?.(finished.row);
  if (finished?.isWinner) runtime.log.info('cancelled: its gateway is gone', { requestId });
  return finished?.isWinner ?? false;
};

interface Rows {
  begin(id: string, attempt: number): Promise<RequestRow | null>;
  finish(id: string, end: RequestEnd, attempt: number): Promise<{ isWinner: boolean; row: RequestRow } | null>;
}

/** Where the row of a job is: items of batches are rows of their own. */
const rowsOf = ({ store }: Runtime, { job }: Run): Rows => (job.batchId === undefined ? store.requests : store.items);

/** True when the row has ended, by this attempt or another. */
const runRow = async (runtime: Runtime, run: Run): Promise<boolean> => {
  const { requestId, attempt } = run.job;
  const row = await withStore(runtime, run, () => rowsOf(runtime, run).begin(requestId, attempt));
  return row !== null && runAttempt(runtime, run, row);
};

const runAttempt = async (runtime: Runtime, run: Run, row: RequestRow): Promise<boolean> => {
  const { signal, job } = run;
  const startedAt = performance.now();
  const stored = new StoredFiles(runtime.files, runtime.filesUrl, { accountId: row.accountId, requestId: row.id });
  const over = job.batchId === undefined ? undefined : await overAllowance(runtime, row);
  const outcome = over ?? (await runWhole(runtime, row, stored, signal));
  // A draining worker ends nothing: the job goes back to waiting and runs elsewhere.
  if (isDraining(signal) && outcome.verdict !== 'ok') {
    await discard(runtime, row, stored);
    signal.throwIfAborted();
  }
  const end = verdictRule(outcome.verdict).error
    ? await storeFailure(runtime, row, stored, outcome)
    : await storeAnswer(runtime, row, stored, outcome);
  // Where the store never says whether the end took effect, the files may be an answer's: they stay.
  const finished = await withinSpan(SPANS.end, {}, () =>
    withStore(runtime, run, () => rowsOf(runtime, run).finish(row.id, end, job.attempt)),
  );
  const isWinner = finished !== null && (finished.isWinner || isEndOf(end, finished.row));
  if (isWinner) {
    runtime.onEnded?.(finished.row);
    const worth = { ...end, tier: outcome.tier, isItem: job.batchId !== undefined };
    await orWarn(runtime, run, noteEnd(runtime, row, worth));
    if (row.operation === REPARSE_ID && end.state === 'ok') {
      await orWarn(runtime, run, replaceLastReparse({ requests: runtime.store.requests, files: runtime.files }, row));
    }
  } else await discard(runtime, row, stored);
  tellEnd(end, outcome, isWinner);
  runtime.report?.({
    operation: row.operation,
    verdict: end.verdict,
    tier: outcome.tier ?? 'none',
    durationMs: performance.now() - startedAt,
    isWinner,
  });
  await orWarn(runtime, run, runtime.pass('worker.ended'));
  return finished !== null && finished.row.state !== 'open';
};

/** Asked of items alone: a request was let in by its gateway, a batch may hold thousands that all come to nothing. */
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

const noteEnd = async ({ freeAllowance }: Runtime, row: RequestRow, end: WorthOfEnd): Promise<void> =>
  freeAllowance?.note(row, end);

/** Without the secret headers it was sent with, a request is not what was asked for. */
const runWhole = (
  runtime: Runtime,
  row: RequestRow,
  stored: StoredFiles,
  signal: AbortSignal,
): Promise<OperationOutcome> | OperationOutcome => {
  const whole = restoreHeaders(runtime.headerSeals, row);
  return whole === undefined ? HEADERS_LOST : execute(runtime, whole, stored, signal);
};

/** The verdict is what this attempt found. Credits are told by the one that ended the row, and summed over jobs. */
const tellEnd = ({ verdict, chargedCredits }: RequestEnd, { tier }: OperationOutcome, isWinner: boolean): void => {
  const span = currentSpan();
  span.set({
    'quarry.verdict': verdict,
    'quarry.tier': tier,
    'quarry.credits': isWinner ? chargedCredits : undefined,
  });
  if (verdictRule(verdict).error !== undefined) span.fail(verdict);
};

/** Stores a file as a piece of the job. */
const put = (stored: StoredFiles, name: string, body: Uint8Array | string): Promise<string> =>
  withinSpan(SPANS.file, { attributes: { 'quarry.file': name } }, () => stored.put(name, body));

/** A try whose answer was lost may have ended the row: names of files are an attempt's own. */
const isEndOf = ({ answerName, pageName }: RequestEnd, row: RequestRow): boolean =>
  (answerName !== undefined && row.answerName === answerName) || (pageName !== undefined && row.pageName === pageName);

/** Never rejects: what cannot be removed goes with its retention. */
const discard = async ({ log }: Runtime, row: RequestRow, stored: StoredFiles): Promise<void> => {
  await stored.discard().catch((error: unknown) => log.error('leftover files', { requestId: row.id, error }));
};

/** Accounts share what a worker has for fetches. */
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
    await runtime.pass('worker.begun');
    const outcome = await run(row, {
      signal,
      fetcher: asSharer(runtime.fetcher, row.accountId),
      putFile: async (name, body) => stored.urlOf(await put(stored, name, body)),
      putBundle: (name, parts) =>
        withinSpan(SPANS.file, { attributes: { 'quarry.file': name } }, () => stored.putBundle(name, parts)),
    });
    await runtime.pass('worker.fetched');
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

/** Says how the row of a failure ends. A page that cannot be stored is left out: it changes nothing about the failure. */
const storeFailure = async (
  runtime: Runtime,
  row: RequestRow,
  stored: StoredFiles,
  { verdict, reason, message, page }: OperationOutcome,
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
    ...(pageName ? { pageName } : {}),
    storedBytes: stored.sizeBytes,
  };
};

/** Writes the answer of a 200 and says how the row ends; an answer that cannot be stored is a failure, not a charge. */
const storeAnswer = async (
  runtime: Runtime,
  row: RequestRow,
  stored: StoredFiles,
  outcome: OperationOutcome,
): Promise<RequestEnd> => {
  const chargedCredits = chargeOf(row, outcome.verdict, outcome.tier);
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
      },
      ...outcome.result,
    };
    const answerName = await put(stored, 'result.json', JSON.stringify(answer));
    await runtime.pass('worker.files_stored');
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
