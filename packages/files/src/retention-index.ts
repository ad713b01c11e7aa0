import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isKeyPart } from './file-key.js';
import type { NoteToWrite } from './file-writer.js';
import { whenMissing } from './is-missing.js';
import type { Sweep } from './port.js';
import { consumeLog } from './retention-log.js';

/** Requests that got a file within the same span are swept together, so a file is kept up to this much longer. */
export const BUCKET_MS = 60 * 60 * 1000;
/** Entries that one sweep looks at, per request it may remove. */
export const SWEEP_LOOKS_PER_REMOVAL = 10;
/** Requests whose entry this process knows to be written. */
export const REMEMBERED_ENTRIES = 10_000;

const INDEX_FOLDER = '.retention';
/** Not allowed in keys. */
const SEPARATOR = '~';

type RemoveRequest = (accountId: string, requestId: string) => Promise<boolean>;

/**
 * Which requests got a file in which hour: a log per hour and process, a line per request. A sweep reads only the old
 * hours, never the files of newer ones.
 */
export interface RetentionIndex {
  /** The entry to write before a file of the request; undefined when it is written already. `atMs`: the file's time, default now. */
  entryFor(accountId: string, requestId: string, atMs?: number): NoteToWrite | undefined;
  /** Records that the entry is written. */
  remember(entry: NoteToWrite): void;
  sweep(input: { retentionMs: number; limit: number; remove: RemoveRequest }): Promise<Sweep>;
}

const HOUR_CHARS = 13;
/** The hour as `2026-11-20T16`, which sorts by time. */
const hourOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, HOUR_CHARS);
const endMsOf = (logName: string): number => Date.parse(`${logName.slice(0, HOUR_CHARS)}:00:00.000Z`) + BUCKET_MS;

const listIfThere = (folder: string): Promise<string[]> => readdir(folder).catch(whenMissing([]));

const newestFileMs = async (folder: string): Promise<number> => {
  const names = await listIfThere(folder);
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return Math.max(0, ...found.map((stats) => stats?.mtimeMs ?? 0));
};

class DiskRetentionIndex implements RetentionIndex {
  readonly #root: string;
  readonly #index: string;
  readonly #now: () => number;
  /** Ends the names of this process's logs: the lines of several processes in one log could get mixed. */
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
    // A process that died while writing leaves half a line.
    if (!isKeyPart(accountId) || !isKeyPart(requestId)) return false;
    // A request that got another file later also has an entry in that hour.
    if ((await newestFileMs(join(this.#root, accountId, requestId))) > cutoffMs) return false;
    return remove(accountId, requestId);
  }
}

export const openRetentionIndex = ({ root, now }: { root: string; now: () => number }): RetentionIndex =>
  new DiskRetentionIndex(root, now);
