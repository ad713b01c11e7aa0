import { callOptionsOf, deadlineFailure } from '@quarry/contracts';
import type { Clock, RequestRow } from '@quarry/store';
import type { OperationOutcome } from '../port.js';

/** A begun row; an item of a batch says when it was handed over. */
export type BegunRow = RequestRow & { readonly handedOverAtMs?: number | undefined };

/** The row with the deadline that its own `timeout` sets. That of a request is set at admission. */
const withOwnDeadline = (row: BegunRow, timeoutMs: number): BegunRow =>
  row.handedOverAtMs === undefined
    ? row
    : { ...row, deadlineAtMs: Math.min(row.deadlineAtMs, row.handedOverAtMs + timeoutMs) };

/** A fetch ends this long before the deadline of its call, so that the call can end in time. */
const MARGIN_MS = 1_000;

/** Whether the time of the call was over, not that of a page: a page is given less than all only by its caller. */
const isOver = ({ verdict }: OperationOutcome, leftMs: number): boolean =>
  verdict === 'deadline_exceeded' || (verdict === 'page_timeout' && leftMs <= MARGIN_MS);

/** Runs a row within the `timeout` of its caller, if it has one: past it the outcome is the page's timeout. */
export const withOwnTimeout = async (
  row: BegunRow,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
  run: (row: BegunRow, signal: AbortSignal) => Promise<OperationOutcome> | OperationOutcome,
): Promise<OperationOutcome> => {
  const { timeoutMs } = callOptionsOf(row.params);
  if (timeoutMs === undefined) return run(row, signal);
  const { verdict, message } = deadlineFailure(row.params);
  const timedOut: OperationOutcome = { verdict, message };
  const limited = withOwnDeadline(row, timeoutMs);
  const leftMs = limited.deadlineAtMs - clock();
  if (leftMs <= 0) return timedOut;
  const own = new AbortController();
  const timer = setTimeout(() => own.abort('deadline'), leftMs);
  try {
    const outcome = await run(limited, AbortSignal.any([signal, own.signal]));
    return isOver(outcome, limited.deadlineAtMs - clock()) ? { ...outcome, ...timedOut, reason: undefined } : outcome;
  } finally {
    clearTimeout(timer);
  }
};
