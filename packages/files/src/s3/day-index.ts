import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Sweep } from '../port.js';
import { listFolders, listKeys, PAGE_KEYS, removeKeys } from './list-keys.js';
import { NO_BODY, type S3Connection } from './s3-connection.js';
import { endOfDayMs, type S3Layout } from './s3-layout.js';

/** Requests whose marker this process knows to be written. */
export const REMEMBERED_MARKERS = 10_000;
/** Markers that one sweep checks, per request it may remove. */
export const LOOKS_PER_REMOVAL = 10;
/** Requests that a sweep checks at once. */
const LOOKS_AT_ONCE = 8;

export interface DayIndexOptions {
  readonly connection: S3Connection;
  readonly bucket: string;
  readonly layout: S3Layout;
  readonly now: () => number;
}

interface Budget {
  removals: number;
  looks: number;
}

/** Which requests got a file on which day, and the removal of those past their retention. */
export class DayIndex {
  readonly #options: DayIndexOptions;
  /** By marker; also those that are being written. */
  readonly #standing = new Map<string, Promise<void>>();

  constructor(options: DayIndexOptions) {
    this.#options = options;
  }

  /** Must be awaited before a file of the request is written: no file may be stored that no sweep will find. */
  async mark(accountId: string, requestId: string, atMs = this.#options.now()): Promise<void> {
    const marker = this.#options.layout.marker(atMs, accountId, requestId);
    const known = this.#standing.get(marker);
    if (known) return known;
    if (this.#standing.size >= REMEMBERED_MARKERS) this.#standing.clear();
    const writing = this.#write(marker);
    this.#standing.set(marker, writing);
    try {
      await writing;
    } catch (error) {
      this.#standing.delete(marker);
      throw error;
    }
  }

  /** Removes requests without a file younger than `retentionMs`, `limit` at most. */
  async sweep({ retentionMs, limit }: { retentionMs: number; limit: number }): Promise<Sweep> {
    const { connection, bucket, layout, now } = this.#options;
    const cutoffMs = now() - retentionMs;
    const budget: Budget = { removals: limit, looks: limit * LOOKS_PER_REMOVAL };
    const days = await listFolders(connection, { bucket, prefix: layout.days });
    const due = days.filter((day) => (endOfDayMs(day) ?? Infinity) <= cutoffMs);
    let hasMore = false;
    for (const day of due) {
      hasMore = !(await this.#sweepDay(layout.day(day), cutoffMs, budget));
      if (hasMore) break;
    }
    return { removed: limit - budget.removals, hasMore };
  }

  /** Removes all files of the request; false when there was none. */
  async removeRequest(accountId: string, requestId: string): Promise<boolean> {
    const { connection, bucket, layout } = this.#options;
    let isFound = false;
    for await (const page of listKeys(connection, { bucket, prefix: layout.request(accountId, requestId) })) {
      await removeKeys(
        connection,
        bucket,
        page.map(({ key }) => key),
      );
      isFound = true;
    }
    return isFound;
  }

  async #write(marker: string): Promise<void> {
    const { connection, bucket } = this.#options;
    await connection.call('PutObject', (client, options) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key: marker, ...NO_BODY }), options),
    );
  }

  /** False: the budget ended before the day's markers did. */
  async #sweepDay(prefix: string, cutoffMs: number, budget: Budget): Promise<boolean> {
    const { connection, bucket } = this.#options;
    // At least one: it shows whether anything is left.
    const pageKeys = Math.max(1, Math.min(budget.looks, PAGE_KEYS));
    for await (const page of listKeys(connection, { bucket, prefix, pageKeys })) {
      const markers = page.map(({ key }) => key);
      const looks = await this.#sweepRequests(markers, cutoffMs, budget);
      // Last, and all at once: if this sweep dies before, the next one finds the markers again.
      await removeKeys(connection, bucket, markers.slice(0, looks));
      if (looks < markers.length) return false;
    }
    return true;
  }

  /** Returns how many of the markers it checked within the budget. */
  async #sweepRequests(markers: readonly string[], cutoffMs: number, budget: Budget): Promise<number> {
    let looks = 0;
    while (looks < markers.length) {
      const room = Math.min(LOOKS_AT_ONCE, budget.removals, budget.looks);
      if (room <= 0) break;
      const some = markers.slice(looks, looks + room);
      const removals = await Promise.all(some.map((marker) => this.#sweepRequest(marker, cutoffMs)));
      budget.removals -= removals.filter(Boolean).length;
      budget.looks -= some.length;
      looks += some.length;
    }
    return looks;
  }

  async #sweepRequest(marker: string, cutoffMs: number): Promise<boolean> {
    const { layout } = this.#options;
    const request = layout.readMarker(marker);
    if (request === null) return false;
    const { accountId, requestId } = request;
    const newestMs = await this.#newestFileMs(accountId, requestId);
    if (newestMs <= cutoffMs) return this.removeRequest(accountId, requestId);
    // There is a newer file, perhaps of an upload that began on this day and ended on another.
    await this.#write(layout.marker(newestMs, accountId, requestId));
    return false;
  }

  async #newestFileMs(accountId: string, requestId: string): Promise<number> {
    const { connection, bucket, layout } = this.#options;
    let newestMs = 0;
    for await (const page of listKeys(connection, { bucket, prefix: layout.request(accountId, requestId) })) {
      newestMs = page.reduce((newest, { modifiedAtMs }) => Math.max(newest, modifiedAtMs), newestMs);
    }
    return newestMs;
  }
}
