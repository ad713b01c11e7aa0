/** Runs for each item, `width` at a time. After a failure it takes no more items, waits for those running, and rejects. */
export const mapConcurrent = async <Item>(
  items: AsyncGenerator<Item>,
  width: number,
  run: (item: Item) => Promise<void>,
): Promise<void> => {
  let failure: { readonly reason: unknown } | undefined;
  const lane = async (): Promise<void> => {
    try {
      for (let next = await items.next(); !next.done && !failure; next = await items.next()) await run(next.value);
    } catch (reason) {
      failure ??= { reason };
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  if (!failure) return;
  await items.return(undefined);
  throw failure.reason;
};
