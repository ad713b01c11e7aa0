import { BATCH_DEADLINE_MS } from '@quarry/contracts';
import type { BatchJob, BatchStore } from '@quarry/store';
import { COMPAT_LIST_PAGES, COMPAT_LIST_ROWS, STORE_ANSWER_MS } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';

/** Time beyond the deadline of a job in which its leader ends it. */
const ENDING_MS = 3_600_000;

/** The jobs of an account that run, newest first, among its newest ones. */
export const unfinishedJobs = async (
  batches: Pick<BatchStore, 'list'>,
  accountId: string,
  nowMs: number,
): Promise<readonly BatchJob[]> => {
  const found: BatchJob[] = [];
  let last: BatchJob | undefined;
  for (let page = 0; page < COMPAT_LIST_PAGES; page += 1) {
    const before = last === undefined ? {} : { beforeMs: last.createdAtMs, beforeId: last.id };
    const jobs = await withTimeout(STORE_ANSWER_MS, batches.list(accountId, { ...before, limit: COMPAT_LIST_ROWS }));
    found.push(...jobs.filter(({ finishedAtMs }) => finishedAtMs === undefined));
    last = jobs.at(-1);
    if (last === undefined || jobs.length < COMPAT_LIST_ROWS) break;
    if (last.createdAtMs < nowMs - BATCH_DEADLINE_MS - ENDING_MS) break;
  }
  return found;
};
