import { boundLimit } from '../input-rules.js';
import type { Purge } from '../port.js';

/** Runs a purge that finds and removes in one transaction: what it removed is what it found. */
export const purgeUpTo = async <Removed extends number | readonly unknown[]>(
  limit: number,
  purge: (most: number) => Promise<Removed>,
): Promise<Purge<Removed>> => {
  const most = boundLimit(limit);
  const removed = await purge(most);
  return { removed, hasMore: (typeof removed === 'number' ? removed : removed.length) >= most };
};
