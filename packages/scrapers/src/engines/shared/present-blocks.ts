/** Blocks of a response that a page has: an empty list or an absent block is no key. */
export const presentBlocks = <T extends object = never>(blocks: NoInfer<T>): T =>
  // safe because only blocks are left out that a response may be without
  Object.fromEntries(
    Object.entries(blocks).filter(([, block]) => block !== undefined && !(Array.isArray(block) && block.length === 0)),
  ) as T;
