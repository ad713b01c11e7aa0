import { mongo } from 'mongoose';
import { StoreError } from '../store-error.js';

const DUPLICATE_KEY = 11_000;
/** The document would be larger than the server allows: one account has too much running at once. */
const TOO_LARGE_CODES: ReadonlySet<number> = new Set([10_334, 17_419, 17_420]);
/** The server is stopping, starting, has no primary or ran out of time: the same call may succeed later. */
const AWAY_CODES: ReadonlySet<number> = new Set([
  6, 7, 24, 50, 64, 89, 91, 112, 134, 189, 262, 9_001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);
const AWAY_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'ResetPool'];

const codeOf = (error: unknown): number =>
  error instanceof mongo.MongoError && typeof error.code === 'number' ? error.code : 0;

/** Whether a unique index refused a document. For several documents: whether that was the only error. */
export const isDuplicateKey = (error: unknown): boolean => {
  if (codeOf(error) !== DUPLICATE_KEY) return false;
  if (!(error instanceof mongo.MongoBulkWriteError)) return true;
  const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return failures.every(({ code }) => code === DUPLICATE_KEY);
};

/** A command for several documents whose connection broke or timed out: no server has replied. */
const isUnansweredBulk = (error: unknown): boolean =>
  error instanceof mongo.MongoBulkWriteError &&
  error.code === undefined &&
  (!Array.isArray(error.writeErrors) || error.writeErrors.length === 0);

const isAway = (error: unknown): boolean =>
  isUnansweredBulk(error) ||
  error instanceof mongo.MongoNetworkError ||
  error instanceof mongo.MongoServerSelectionError ||
  error instanceof mongo.MongoOperationTimeoutError ||
  error instanceof mongo.MongoNotConnectedError ||
  error instanceof mongo.MongoServerClosedError ||
  (error instanceof mongo.MongoError &&
    (AWAY_CODES.has(codeOf(error)) ||
      AWAY_LABELS.some((label) => error.hasErrorLabel(label)) ||
      error.name === 'MongoWaitQueueTimeoutError' ||
      error.name === 'MongooseServerSelectionError')) ||
  (error instanceof Error && error.name === 'MongooseServerSelectionError');

/** A fault of the driver as the store's error: `busy` for what may be tried again. A duplicate key error is returned as it is. */
export const toStoreError = (error: unknown): unknown => {
  if (error instanceof StoreError || isDuplicateKey(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (isAway(error)) return new StoreError('busy', `The database cannot be reached: ${message}`);
  if (TOO_LARGE_CODES.has(codeOf(error))) return new StoreError('overloaded', message);
  return new StoreError('engine_failed', message);
};
