import type { AdmitResult } from '../../port.js';
import type { PeriodBook } from '../period-book.js';

/** What is admitted under an id of its own. */
export interface NewHolder {
  readonly id: string;
  readonly accountId: string;
  readonly holdCredits: number;
}

export interface AdmitSteps<Input> {
  /** Whether a row or the journal, which outlives rows, knows the id. */
  readonly isTaken: (ids: { id: string; entryId: string }) => boolean;
  readonly insert: (row: Input & { readonly periodIndex: number; readonly nowMs: number }) => void;
}

/** Takes the hold and inserts the row, both or neither, within one transaction of the caller. */
export const admitWithHold = <Input extends NewHolder>(
  book: PeriodBook,
  { isTaken, insert }: AdmitSteps<Input>,
  input: Input,
  nowMs: number,
): AdmitResult => {
  const { id, accountId, holdCredits } = input;
  const account = book.currentAccount(accountId, nowMs);
  if (!account) return { outcome: 'account_unknown' };
  const entryId = `hold:${id}`;
  if (isTaken({ id, entryId })) return { outcome: 'duplicate' };
  const periodIndex = account.period_index;
  const hold = book.takeHold(accountId, periodIndex, holdCredits);
  if (!hold) {
    const availableCredits = book.period(accountId, periodIndex)?.available ?? 0;
    return { outcome: 'credits_exhausted', neededCredits: holdCredits, availableCredits };
  }
  insert({ ...input, periodIndex, nowMs });
  const entry = { id: entryId, accountId, periodIndex, credits: holdCredits, requestId: id, atMs: nowMs };
  book.append({ ...entry, kind: 'hold' });
  return { outcome: 'admitted', availableCredits: hold.available };
};
