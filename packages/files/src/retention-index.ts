import type { Dir } from 'node:fs';
import { mkdir, opendir, readdir, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './is-missing.js';

/** Requests that got a file within one such span are swept together, so a file lives up to this much longer. */
export const BUCKET_MS = 60 * 60 * 1000;
/** Entries that one sweep looks at, per request it may remove. */
export const SWEEP_LOOKS_PER_REMOVAL = 10;
/** Requests whose entry this process knows to exist. */
export const REMEMBERED_ENTRIES = 10_000;

const INDEX_FOLDER = '.retention';
/** Not part of the keys' alphabet. */
const SEPARATOR = '~';

type RemoveRequest = (accountId: string, requestId: string) => Promise<boolean>;

/**
 * Which requests got a file in which hour: an empty file per request in a folder per hour. A sweep reads the old hours
 * only, never the stored files of the live ones.
 */
export interface RetentionIndex {
  note(accountId: string, requestId: string): Promise<void>;
  sweep(input: { retentionMs: number; limit: number; remove: RemoveRequest }): Promise<number>;
}

/** The hour as `2026-11-20T16`, which sorts by time. */
const bucketOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 13);
const bucketEndMs = (bucket: string): number => Date.parse(`${bucket}:00:00.000Z`) + BUCKET_MS;

const listIfThere = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/** Another process may sweep the same root. */
const openIfThere = async (folder: string): Promise<Dir | null> => {
  try {
    return await opendir(folder);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

const newestFileMs = async (folder: string): Promise<number> => {
  const names = await listIfThere(folder);
  const times = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (stats) => stats.mtimeMs,
        () => 0,
      ),
    ),
  );
  return Math.max(0, ...times);
};

class DiskRetentionIndex implements RetentionIndex {
  readonly #root: string;
  readonly #index: string;
  readonly #now: () => number;
  readonly #known = new Set<string>();

  constructor(root: string, now: () => number) {
    this.#root = root;
    this.#index = join(root, INDEX_FOLDER);
    this.#now = now;
  }

  async note(accountId: string, requestId: string): Promise<void> {
    const folder = join(this.#index, bucketOf(this.#now()));
    const path = join(folder, `${accountId}${SEPARATOR}${requestId}`);
    if (this.#known.has(path)) return;
    try {
      await writeFile(path, '', { mode: 0o600 });
    } catch (error) {
      if (!isMissing(error)) throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, '', { mode: 0o600 });
    }
    if (this.#known.size >= REMEMBERED_ENTRIES) this.#known.clear();
    this.#known.add(path);
  }

  async sweep(input: { retentionMs: number; limit: number; remove: RemoveRequest }): Promise<number> {
    const cutoffMs = this.#now() - input.retentionMs;
    const buckets = (await listIfThere(this.#index)).sort().filter((bucket) => bucketEndMs(bucket) <= cutoffMs);
    let removed = 0;
    let looks = input.limit * SWEEP_LOOKS_PER_REMOVAL;
    for (const bucket of buckets) {
      const folder = join(this.#index, bucket);
      const entries = await openIfThere(folder);
      if (entries === null) continue;
      for await (const entry of entries) {
        if (removed >= input.limit || looks <= 0) return removed;
        looks -= 1;
        if (await this.#sweepEntry(entry.name, cutoffMs, input.remove)) removed += 1;
        await unlink(join(folder, entry.name)).catch(() => undefined);
      }
      // Stays when another process has just added to it; the next sweep tries again.
      await rmdir(folder).catch(() => undefined);
    }
    return removed;
  }

  async #sweepEntry(name: string, cutoffMs: number, remove: RemoveRequest): Promise<boolean> {
    const [accountId = '', requestId = ''] = name.split(SEPARATOR);
    // A request that got another file later has an entry in that hour, too.
    if ((await newestFileMs(join(this.#root, accountId, requestId))) > cutoffMs) return false;
    return remove(accountId, requestId);
  }
}

export const openRetentionIndex = ({ root, now }: { root: string; now: () => number }): RetentionIndex =>
  new DiskRetentionIndex(root, now);
