import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './is-missing.js';

/** Older than this, a temporary file belongs to no put that still runs. */
export const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/** Removes what crashed puts and removals left, `limit` entries at most. */
export const sweepLeftovers = async (input: { folder: string; limit: number; nowMs: number }): Promise<number> => {
  let removed = 0;
  for await (const entry of await opendir(input.folder)) {
    if (removed >= input.limit) break;
    const path = join(input.folder, entry.name);
    try {
      if ((await stat(path)).ctimeMs > input.nowMs - LEFTOVER_AGE_MS) continue;
    } catch (error) {
      if (isMissing(error)) continue;
      throw error;
    }
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
};
