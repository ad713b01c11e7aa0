/** Blocks of an answer that are there: an empty list or an absent block is no key. */
export const presentBlocks = (blocks: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(blocks).filter(([, block]) => block !== undefined && !(Array.isArray(block) && block.length === 0)),
  );
