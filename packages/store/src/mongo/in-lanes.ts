/** Items of one sweep that are at work at once. */
export const SWEEP_LANES = 16;

/** The results of `work` in the items' order, with at most `SWEEP_LANES` under way. */
export const inLanes = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += SWEEP_LANES) {
    results.push(...(await Promise.all(items.slice(start, start + SWEEP_LANES).map(work))));
  }
  return results;
};
