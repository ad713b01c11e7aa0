/** Runs over what comes, `width` at a time, and takes no more once one has failed; rejects with the first failure. */
export const inLanes = async <Item>(
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
