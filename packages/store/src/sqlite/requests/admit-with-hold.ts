import { dayEndOf, dayUseOf } from '../../keys/key-rules.js';
import type { AdmitResult, KeyUse } from '../../port.js';
import type { PeriodBook } from '../period-book.js';

/** What is admitted under an id of its own. */
export interface NewHolder {
  readonly id: string;
  readonly accountId: string;
  readonly holdCredits: number;
  readonly key?: KeyUse | null | undefined;
}

/** Of the key, as rows have it. */
export interface KeyColumns {
  readonly keyId: string | null;
  readonly keyDayMs: number | null;
}

export interface AdmitSteps<Input> {
  /** Whether a row or the journal, which outlives rows, knows the id. */
  readonly isTaken: (ids: { id: string; entryId: string }) => boolean;
  /** How many requests of the key are in flight; absent where its concurrency does not count. */
  readonly countOpen?: (accountId: string, keyId: string, nowMs: number) => number;
  readonly insert: (row: Input & KeyColumns & { readonly periodIndex: number; readonly nowMs: number }) => void;
}

/** Why the key may not have this hold; undefined where it may, or has no limits. */
const judgeKey = <Input extends NewHolder>(
  { keyDays }: PeriodBook,
  countOpen: AdmitSteps<Input>['countOpen'],
  { accountId, holdCredits, key }: Input,
  nowMs: number,
): AdmitResult | undefined => {
  const dayUse = dayUseOf(key, holdCredits, nowMs);
  if (dayUse !== undefined) {
    const availableCredits = Math.max(0, dayUse.limit - keyDays.used(dayUse));
    const freesAtMs = dayEndOf(nowMs);
    if (availableCredits < holdCredits) {
      return { outcome: 'key_day_spent', neededCredits: holdCredits, availableCredits, freesAtMs };
    }
  }
  if (key?.concurrency === undefined || countOpen === undefined) return undefined;
  return countOpen(accountId, key.id, nowMs) >= key.concurrency ? { outcome: 'key_busy' } : undefined;
};

/** Takes the hold and inserts the row, both or neither, within one transaction of the caller. */
export const admitWithHold = <Input extends NewHolder>(
  book: PeriodBook,
  { isTaken, countOpen, insert }: AdmitSteps<Input>,
  input: Input,
  nowMs: number,
): AdmitResult => {
  const { id, accountId, holdCredits, key } = input;
  const account = book.currentAccount(accountId, nowMs);
  if (!account) return { outcome: 'account_unknown' };
  const entryId = `hold:${id}`;
  if (isTaken({ id, entryId })) return { outcome: 'duplicate' };
  const periodIndex = account.period_index;
  const refusal = judgeKey(book, countOpen, input, nowMs);
  const hold = refusal === undefined ? book.takeHold(accountId, periodIndex, holdCredits) : undefined;
  if (!hold) {
    const availableCredits = book.period(accountId, periodIndex)?.available ?? 0;
    if (refusal !== undefined && availableCredits >= holdCredits) return refusal;
    return { outcome: 'credits_exhausted', neededCredits: holdCredits, availableCredits };
  }
  const dayUse = dayUseOf(key, holdCredits, nowMs);
  if (dayUse !== undefined) book.keyDays.add(dayUse, holdCredits);
  insert({ ...input, keyId: key?.id ?? null, keyDayMs: dayUse?.dayMs ?? null, periodIndex, nowMs });
  const entry = { id: entryId, accountId, periodIndex, credits: holdCredits, requestId: id, atMs: nowMs };
  book.append({ ...entry, kind: 'hold' });
  return { outcome: 'admitted', availableCredits: hold.available };
};
