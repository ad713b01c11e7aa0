import { verdictRule, type OperationJob } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import type { FileStore } from '@quarry/files';
import type { Logger } from '@quarry/observability';
import type { JobHandler, Leases, ReplySender } from '@quarry/queue';
import type { RequestEnd, RequestRow, Store } from '@quarry/store';
import type { ExecuteOperation, OperationOutcome, OperationReport } from './port.js';
import { StoredFiles } from './stored-files.js';

export interface OperationHandlerOptions {
  readonly store: Store;
  readonly files: FileStore;
  /** Public address of stored files, without a slash at the end. */
  readonly filesUrl: string;
  readonly fetcher: Fetcher;
  readonly replies: ReplySender;
  readonly leases: Pick<Leases, 'release'>;
  /** By operation id. */
  readonly operations: Readonly<Record<string, ExecuteOperation>>;
  readonly log: Logger;
  readonly report?: (report: OperationReport) => void;
}

/**
 * The one wrapper around every operation: take the row up, run, store the answer, end the row once, tell the gateway.
 * May run twice for one request; the store's compare-and-set decides which result stands.
 */
export const createOperationHandler = (options: OperationHandlerOptions): JobHandler => {
  return async (job, { signal }) => {
    const row = await options.store.requests.begin(job.requestId, job.attempt);
    const isEnded = row !== null && (await runAttempt(options, job, row, signal));
    // The waiting gateway gives the lease back as well, but it may be gone.
    const released = isEnded ? giveLeaseBack(options, job) : undefined;
    if (job.replyTo) await options.replies.send(job.replyTo, { requestId: job.requestId, attempt: job.attempt });
    await released;
  };
};

const giveLeaseBack = async ({ leases, log }: OperationHandlerOptions, job: OperationJob): Promise<void> => {
  await leases.release(job.accountId, job.requestId).catch((error: unknown) => {
    log.warn('lease is given back when Redis is', { requestId: job.requestId, error });
  });
};

/** True when the row has ended, by this attempt or another. */
const runAttempt = async (
  options: OperationHandlerOptions,
  job: OperationJob,
  row: RequestRow,
  signal: AbortSignal,
): Promise<boolean> => {
  const startedAt = performance.now();
  const stored = new StoredFiles(options.files, options.filesUrl, { accountId: row.accountId, requestId: row.id });
  const outcome = await execute(options, row, stored, signal);
  // A draining worker ends nothing: the job goes back to waiting and runs elsewhere.
  if (isDraining(signal) && outcome.verdict !== 'ok') {
    await stored.discard();
    signal.throwIfAborted();
  }
  const end = verdictRule(outcome.verdict).error
    ? await storeFailure(options, row, stored, outcome)
    : await storeAnswer(options, row, stored, outcome);
  const finished = await options.store.requests.finish(row.id, end, job.attempt);
  const isWinner = finished?.isWinner ?? false;
  if (!isWinner) await stored.discard();
  options.report?.({
    operation: row.operation,
    verdict: end.verdict,
    tier: outcome.tier ?? 'none',
    durationMs: performance.now() - startedAt,
    isWinner,
  });
  return finished !== null && finished.row.state !== 'open';
};

const execute = async (
  options: OperationHandlerOptions,
  row: RequestRow,
  stored: StoredFiles,
  signal: AbortSignal,
): Promise<OperationOutcome> => {
  const run = options.operations[row.operation];
  if (!run) {
    options.log.error('no code for operation', { operation: row.operation, requestId: row.id });
    return { verdict: 'internal_error', chargedCredits: 0 };
  }
  try {
    return await run(row, {
      signal,
      fetcher: options.fetcher,
      putFile: async (name, body) => stored.urlOf(await stored.put(name, body)),
    });
  } catch (error) {
    if (signal.aborted) return { verdict: abortVerdict(signal), chargedCredits: 0 };
    options.log.error('operation failed', { operation: row.operation, requestId: row.id, error });
    return { verdict: 'internal_error', chargedCredits: 0 };
  }
};

const isDraining = (signal: AbortSignal): boolean => signal.aborted && signal.reason === 'draining';

const abortVerdict = (signal: AbortSignal): 'cancelled' | 'deadline_exceeded' =>
  signal.reason === 'cancelled' ? 'cancelled' : 'deadline_exceeded';

/** Says how the row of a failure ends. A page that cannot be stored is left out: it changes nothing about the failure. */
const storeFailure = async (
  options: OperationHandlerOptions,
  row: RequestRow,
  stored: StoredFiles,
  { verdict, reason, message, page }: OperationOutcome,
): Promise<RequestEnd> => {
  const { error } = verdictRule(verdict);
  const pageName =
    page &&
    (await stored.put(page.name, page.body).catch((cause: unknown) => {
      options.log.error('page could not be stored', { requestId: row.id, error: cause });
    }));
  return {
    state: verdict === 'cancelled' ? 'cancelled' : 'failed',
    chargedCredits: 0,
    verdict,
    ...(error ? { error } : {}),
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
    ...(pageName ? { pageName } : {}),
  };
};

/** Writes the answer of a 200 and says how the row ends; an answer that cannot be stored is a failure, not a charge. */
const storeAnswer = async (
  options: OperationHandlerOptions,
  row: RequestRow,
  stored: StoredFiles,
  outcome: OperationOutcome,
): Promise<RequestEnd> => {
  try {
    const answer = {
      requestMetadata: {
        id: row.id,
        status: 'ok',
        json: stored.urlOf(stored.nameFor('result.json')),
        ...outcome.metadata,
      },
      ...outcome.result,
    };
    const answerName = await stored.put('result.json', JSON.stringify(answer));
    return { state: 'ok', chargedCredits: outcome.chargedCredits, verdict: outcome.verdict, answerName };
  } catch (cause) {
    options.log.error('answer could not be stored', { requestId: row.id, error: cause });
    await stored.discard().catch((error: unknown) => {
      options.log.error('leftover files', { requestId: row.id, error });
    });
    return { state: 'failed', chargedCredits: 0, verdict: 'internal_error', error: 'internal_error' };
  }
};
