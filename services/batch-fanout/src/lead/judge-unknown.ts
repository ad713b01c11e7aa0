import { ownTimeoutMs } from '@quarry/contracts';
import type { BatchItem, RequestEnd } from '@quarry/store';
import { MAX_ATTEMPTS } from '../bounds.js';
import { ENDS, overdueEnd, timeIsOverAtMs } from './ends.js';

export type UnknownItem =
  /** A worker has ended it; the hint was lost or has not arrived yet. */
  | { readonly kind: 'ended' }
  /** The queue has lost it. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'to_end'; readonly end: RequestEnd };

/** What to do with an item that was handed over and that the queue does not know. */
export const judgeUnknown = (
  row: BatchItem | null | undefined,
  { endOfRest, nowMs }: { readonly endOfRest: RequestEnd | undefined; readonly nowMs: number },
): UnknownItem => {
  if (row?.state !== 'open') return { kind: 'ended' };
  if (endOfRest !== undefined) return { kind: 'to_end', end: endOfRest };
  const overAtMs = timeIsOverAtMs({ ...row, timeoutMs: ownTimeoutMs(row.params) });
  if (nowMs >= overAtMs) return { kind: 'to_end', end: overdueEnd(row.params) };
  if (row.attempt >= MAX_ATTEMPTS) return { kind: 'to_end', end: ENDS.lost };
  return { kind: 'lost' };
};
