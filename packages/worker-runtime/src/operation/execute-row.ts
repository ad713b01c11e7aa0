import type { Fetcher } from '@quarry/egress';
import type { RequestRow } from '@quarry/store';
import type { OperationOutcome } from '../port.js';
import { withStore, type Row, type Run, type Runtime } from './handler-runtime.js';
import { withOwnTimeout } from './own-timeout.js';
import { HEADERS_LOST, restoreHeaders } from './restore-headers.js';
import type { StoredFiles } from './stored-files.js';

/** Runs a row's operation within the account's allowances and the row's time. Never rejects. */
export const executeRow = async (
  runtime: Runtime,
  { job, signal }: Run,
  row: Row,
  stored: StoredFiles,
): Promise<OperationOutcome> => {
  const over = job.batchId === undefined ? undefined : await overAllowance(runtime, row);
  if (over !== undefined) return over;
  return withOwnTimeout(row, { signal, clock: runtime.clock }, (limited, ended) => {
    const whole = restoreHeaders(runtime.headerSeals, limited);
    return whole === undefined ? HEADERS_LOST : execute(runtime, { job, signal: ended }, whole, stored);
  });
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

/** Accounts share the worker's places for fetches. */
const asSharer = (fetcher: Fetcher, sharer: string): Fetcher => ({
  fetch: (request, signal) => fetcher.fetch({ ...request, sharer }, signal),
  close: () => fetcher.close(),
});

const abortVerdict = (signal: AbortSignal): 'cancelled' | 'deadline_exceeded' =>
  signal.reason === 'cancelled' ? 'cancelled' : 'deadline_exceeded';

const execute = async (
  runtime: Runtime,
  { job, signal }: Run,
  row: RequestRow,
  stored: StoredFiles,
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
      putFile: async (name, body) => stored.urlOf(await stored.put(name, body)),
      putBundle: (name, parts) => stored.putBundle(name, parts),
      claimContent: (key) => withStore(runtime, { job, signal }, () => runtime.store.crawls.claimContent(row.id, key)),
    });
    await runtime.faultPoint('worker.fetched');
    return outcome;
  } catch (error) {
    if (signal.aborted) return { verdict: abortVerdict(signal) };
    runtime.log.error('operation failed', { operation: row.operation, requestId: row.id, error });
    return { verdict: 'internal_error' };
  }
};
