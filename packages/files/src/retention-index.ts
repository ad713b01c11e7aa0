import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isKeyPart } from './file-key.js';
import type { NoteToWrite } from './file-writer.js';
import { isMissing } from './is-missing.js';
import type { Sweep } from './port.js';
import { consumeLog } from './retention-log.js';

/** Requests that got a file within one such span are swept together, so a file lives up to this much longer. */
export const BUCKET_MS = 60 * 60 * 1000;
/** Entries that one sweep looks at, per request it may remove. */
export const SWEEP_LOOKS_PER_REMOVAL = 10;
/** Requests whose entry this process knows to stand. */
export const REMEMBERED_ENTRIES = 10_000;

const INDEX_FOLDER = '.retention';
/** Not part of the keys' alphabet. */
const SEPARATOR = '~';

type RemoveRequest = (accountId: string, requestId: string) => Promise<boolean>;

/**
 * Which requests got a file in which hour: a log per hour and process, a line per request. A sweep reads the old hours
 * only, never the stored files of the live ones.
 */
export interface RetentionIndex {
  /** The entry to be written before a file of the request; undefined when it stands already. `atMs`: of a file of another time than now. */
  entryFor(accountId: string, requestId: string, atMs?: number): NoteToWrite | undefined;
  /** Says that the entry stands. */
  remember(entry: NoteToWrite): void;
  sweep(input: { retentionMs: number; limit: number; remove: RemoveRequest }): Promise<Sweep>;
}

const HOUR_CHARS = 13;
/** The hour as `2026-11-20T16`, which sorts by time. */
const hourOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, HOUR_CHARS);
const endMsOf = (logName: string): number => Date.parse(`${logName.slice(0, HOUR_CHARS)}:00:00.000Z`) + BUCKET_MS;

const listIfThere = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
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
  /** Ends the names of this process's logs: processes that appended to one log could mix their lines up. */
  readonly #suffix = randomUUID().slice(0, 8);
  readonly #known = new Set<string>();

  constructor(root: string, now: () => number) {
    this.#root = root;
    this.#index = join(root, INDEX_FOLDER);
    this.#now = now;
  }

  entryFor(accountId: string, requestId: string, atMs = this.#now()): NoteToWrite | undefined {
    const log = join(this.#index, `${hourOf(atMs)}${SEPARATOR}${this.#suffix}`);
    const entry = { log, line: `${accountId}${SEPARATOR}${requestId}\n` };
    return this.#known.has(entry.log + entry.line) ? undefined : entry;
  }

  remember({ log, line }: NoteToWrite): void {
    if (this.#known.size >= REMEMBERED_ENTRIES) this.#known.clear();
    this.#known.add(log + line);
  }

  async sweep(input: { retentionMs: number; limit: number; remove: RemoveRequest }): Promise<Sweep> {
    const cutoffMs = this.#now() - input.retentionMs;
    const logs = (await listIfThere(this.#index)).sort().filter((name) => endMsOf(name) <= cutoffMs);
    let removed = 0;
    let looks = input.limit * SWEEP_LOOKS_PER_REMOVAL;
    const take = async (line: string): Promise<boolean> => {
      if (removed >= input.limit || looks <= 0) return false;
      looks -= 1;
      if (await this.#sweepEntry(line, cutoffMs, input.remove)) removed += 1;
      return true;
    };
    for (const name of logs) {
      if (!(await consumeLog(join(this.#index, name), take))) return { removed, hasMore: true };
    }
    return { removed, hasMore: false };
  }

  async #sweepEntry(line: string, cutoffMs: number, remove: RemoveRequest): Promise<boolean> {
    const [accountId = '', requestId = ''] = line.split(SEPARATOR);
    // A process that died while it wrote leaves half a line.
    if (!isKeyPart(accountId) || !isKeyPart(requestId)) return false;
    // A request that got another file later has an entry in that hour, too.
    if ((await newestFileMs(join(this.#root, accountId, requestId))) > cutoffMs) return false;
    return remove(accountId, requestId);
  }
}

export const openRetentionIndex = ({ root, now }: { root: string; now: () => number }): RetentionIndex =>
  new DiskRetentionIndex(root, now);
