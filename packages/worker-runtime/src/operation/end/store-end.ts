import { verdictRule } from '@quarry/contracts';
import { defined } from '@quarry/html';
import type { RequestEnd, RequestRow } from '@quarry/store';
import { chargeOf } from '../../allowances/price-of.js';
import { MAX_FREE_PAGE_CHARS } from '../../bounds.js';
import type { OperationOutcome } from '../../port.js';
import type { Row, Runtime } from '../handler-runtime.js';
import { jsonPieces } from './json-pieces.js';
import { recordOf, timingsOf } from './run-record.js';
import type { Stages } from './stage-times.js';
import type { StoredFiles } from '../stored-files.js';

/** What an attempt has while it runs. */
interface Attempt {
  readonly row: Row;
  readonly stored: StoredFiles;
  readonly stages: Stages;
}

/** Never rejects: files that cannot be removed expire. */
export const discard = async ({ log }: Runtime, row: RequestRow, stored: StoredFiles): Promise<void> => {
  await stored.discard().catch((error: unknown) => log.error('leftover files', { requestId: row.id, error }));
};

/** Stores what an attempt brought, and returns how it ends its row. Never rejects. */
export const storeEnd = async (runtime: Runtime, attempt: Attempt, outcome: OperationOutcome): Promise<RequestEnd> => {
  const isFailure = verdictRule(outcome.verdict).error !== undefined;
  const end = await (isFailure ? storeFailure : storeAnswer)(runtime, attempt, outcome);
  return { ...end, ...recordOf(outcome, attempt.stages) };
};

/** If its page cannot be stored, a failure has none. */
const storePage = async (
  { log }: Runtime,
  { row, stored }: Attempt,
  { page }: OperationOutcome,
): Promise<string | undefined> => {
  if (page === undefined || page.body.length > MAX_FREE_PAGE_CHARS) return undefined;
  return stored.put(page.name, page.body).catch((error: unknown) => {
    log.error('page could not be stored', { requestId: row.id, error });
    return undefined;
  });
};

const storeFailure = async (runtime: Runtime, attempt: Attempt, outcome: OperationOutcome): Promise<RequestEnd> => {
  const { verdict, reason, message, retryAfterSeconds } = outcome;
  const pageName = await storePage(runtime, attempt, outcome);
  return defined<RequestEnd>({
    state: verdict === 'cancelled' ? 'cancelled' : 'failed',
    chargedCredits: 0,
    verdict,
    error: verdictRule(verdict).error,
    reason: reason || undefined,
    message: message || undefined,
    retryAfterSeconds,
    pageName,
    storedBytes: attempt.stored.sizeBytes,
  });
};

const unstored = (code: 'storage_exhausted' | 'internal_error'): RequestEnd => ({
  ...{ state: 'failed', chargedCredits: 0, verdict: code, error: code },
});

/** Stores the result of a 200. One that cannot be stored is a failure, and free. */
const storeAnswer = async (runtime: Runtime, attempt: Attempt, outcome: OperationOutcome): Promise<RequestEnd> => {
  const { row, stored, stages } = attempt;
  const { verdict, tier, leftOut, metadata, result, found } = outcome;
  const chargedCredits = chargeOf(row, verdict, tier, leftOut);
  try {
    if (chargedCredits === 0 && runtime.storageAllowance && !(await runtime.storageAllowance.mayKeepFree())) {
      await discard(runtime, row, stored);
      return unstored('storage_exhausted');
    }
    const requestMetadata = {
      id: row.id,
      status: 'ok',
      json: stored.urlOf(stored.nameFor('result.json')),
      ...metadata,
      creditsCharged: chargedCredits,
      timings: timingsOf(row, stages, runtime.clock()),
    };
    const answerName = await stored.put('result.json', jsonPieces({ requestMetadata, ...result }));
    await runtime.faultPoint('worker.files_stored');
    const { sizeBytes: storedBytes } = stored;
    return defined<RequestEnd>({ state: 'ok', chargedCredits, verdict, answerName, storedBytes, metadata, found });
  } catch (error) {
    runtime.log.error('answer could not be stored', { requestId: row.id, error });
    await discard(runtime, row, stored);
    return unstored('internal_error');
  }
};
