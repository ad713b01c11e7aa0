import { check, checkCredits, checkId } from '../input-rules.js';
import type { KeyLimits, KeyUse } from '../port.js';
import { present } from '../present.js';

const DAY_MS = 86_400_000;
/** Most entries of a key's list of operations, and characters of one. */
export const MAX_KEY_OPERATIONS = 100;
const MAX_OPERATION_CHARS = 100;
export const MAX_KEY_CONCURRENCY = 10_000;

const checkConcurrency = (concurrency: number | undefined): void =>
  check(
    concurrency === undefined ||
      (Number.isSafeInteger(concurrency) && concurrency >= 1 && concurrency <= MAX_KEY_CONCURRENCY),
    `concurrency must be an integer from 1 to ${MAX_KEY_CONCURRENCY}.`,
  );

const checkDay = (creditsPerDay: number | undefined): void => {
  if (creditsPerDay !== undefined) checkCredits(creditsPerDay, 'creditsPerDay');
};

/** Checks them; null: they limit nothing. */
export const packLimits = ({ creditsPerDay, operations, concurrency }: KeyLimits = {}): KeyLimits | null => {
  checkDay(creditsPerDay);
  checkConcurrency(concurrency);
  const isFit = (name: string): boolean => name.length >= 1 && name.length <= MAX_OPERATION_CHARS;
  check(
    operations === undefined ||
      (operations.length >= 1 && operations.length <= MAX_KEY_OPERATIONS && operations.every(isFit)),
    `operations must be a list of 1 to ${MAX_KEY_OPERATIONS} names.`,
  );
  const limits = present({ creditsPerDay, operations: operations && [...operations], concurrency });
  return Object.keys(limits).length === 0 ? null : limits;
};

export const checkKey = (key: KeyUse | undefined): void => {
  if (key === undefined) return;
  checkId(key.id, 'key.id');
  checkDay(key.creditsPerDay);
  checkConcurrency(key.concurrency);
};

/** Start of the UTC day, as keys count it. */
export const dayOf = (ms: number): number => ms - (ms % DAY_MS);
export const dayEndOf = (ms: number): number => dayOf(ms) + DAY_MS;

/** A hold that counts in the key's day; undefined: it does not. What costs nothing is always within the limit. */
export const dayUseOf = (
  key: KeyUse | null | undefined,
  holdCredits: number,
  nowMs: number,
): { readonly keyId: string; readonly dayMs: number; readonly limit: number } | undefined =>
  key?.creditsPerDay === undefined || holdCredits === 0
    ? undefined
    : { keyId: key.id, dayMs: dayOf(nowMs), limit: key.creditsPerDay };
