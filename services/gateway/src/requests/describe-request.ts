import { describeFailure, maskParams } from '@quarry/contracts';
import type { BatchItem, ItemSummary, RequestRow, RequestSummary } from '@quarry/store';

/** A row of a request, or of a batch's item. */
export type LoggedRow = RequestSummary & Partial<Pick<ItemSummary, 'jobId' | 'index' | 'site' | 'handedOverAtMs'>>;

const instant = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

const between = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined ? undefined : Math.max(0, to - from);

/** An item waits in the queue from its hand-over on. */
const timingsOf = (row: LoggedRow) => {
  const { createdAtMs, handedOverAtMs, jobId, startedAtMs, endedAtMs, fetchMs, renderMs, readMs } = row;
  const from = jobId === undefined ? createdAtMs : handedOverAtMs;
  return {
    queueMs: between(from, startedAtMs),
    ...{ fetchMs, renderMs, readMs },
    totalMs: between(from, endedAtMs),
  };
};

const outcomeOf = (row: LoggedRow) => {
  if (row.state === 'open') return { status: 'pending' };
  if (row.state === 'ok') return { status: 'ok', verdict: row.verdict };
  return { status: 'error', verdict: row.verdict, ...describeFailure(row) };
};

/** A request as its account sees it in a list. `filesUrl`: public URL of stored files, without a trailing slash. */
export const describeRequest = (row: LoggedRow, filesUrl: string): Record<string, unknown> => {
  const urlOf = (name: string | undefined): string | undefined =>
    name === undefined ? undefined : `${filesUrl}/${row.accountId}/${row.id}/${name}`;
  return {
    id: row.id,
    operation: row.operation,
    ...outcomeOf(row),
    reason: row.reason,
    retryAfterSeconds: row.retryAfterSeconds,
    key: row.keyId,
    batch: row.jobId,
    index: row.index,
    host: row.host ?? row.site,
    tier: row.tier,
    statusCode: row.statusCode,
    attempt: row.attempt,
    createdAt: instant(row.createdAtMs),
    startedAt: instant(row.startedAtMs),
    endedAt: instant(row.endedAtMs),
    timings: timingsOf(row),
    creditsHeld: row.state === 'open' ? row.heldCredits : 0,
    creditsCharged: row.chargedCredits,
    result: urlOf(row.answerName),
    html: urlOf(row.pageName),
  };
};

/** The same with what was sent. */
export const describeWholeRequest = (row: RequestRow | BatchItem, filesUrl: string): Record<string, unknown> => ({
  ...describeRequest(row, filesUrl),
  deadlineAt: instant(row.deadlineAtMs),
  params: maskParams(row.params),
});
