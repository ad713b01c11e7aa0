import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { whenMissing } from './is-missing.js';

/** A temporary file older than this does not belong to a running put. */
export const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/** Removes what interrupted puts and removals left, at most `limit` entries. */
export const sweepLeftovers = async (input: { folder: string; limit: number; nowMs: number }): Promise<number> => {
  let removed = 0;
  for await (const entry of await opendir(input.folder)) {
    if (removed >= input.limit) break;
    const path = join(input.folder, entry.name);
    const found = await stat(path).catch(whenMissing(null));
    if (found === null || found.ctimeMs > input.nowMs - LEFTOVER_AGE_MS) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
};
