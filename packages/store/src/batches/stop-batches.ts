import type { BatchStore } from '../port.js';

/** Jobs per call of the store. */
const PAGE_JOBS = 200;

/** Requests a stop of every unfinished batch of an account; items that no worker has taken do not run. Returns their number. */
export const stopBatches = async (
  { batches }: { readonly batches: Pick<BatchStore, 'list' | 'requestStop'> },
  accountId: string,
): Promise<number> => {
  let stopping = 0;
  let after: { beforeMs: number; beforeId: string } | undefined;
  for (;;) {
    const jobs = await batches.list(accountId, { limit: PAGE_JOBS, ...after });
    for (const { id, finishedAtMs } of jobs) {
      if (finishedAtMs === undefined && (await batches.requestStop(id)) !== null) stopping += 1;
    }
    const last = jobs.at(-1);
    if (last === undefined || jobs.length < PAGE_JOBS) return stopping;
    after = { beforeMs: last.createdAtMs, beforeId: last.id };
  }
};
