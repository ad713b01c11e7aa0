/** Items of one sweep that are processed at once. */
export const SWEEP_CONCURRENCY = 16;

/** The results of `work` in the items' order, with at most `SWEEP_CONCURRENCY` under way. */
export const mapConcurrent = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += SWEEP_CONCURRENCY) {
    results.push(...(await Promise.all(items.slice(start, start + SWEEP_CONCURRENCY).map(work))));
  }
  return results;
};
