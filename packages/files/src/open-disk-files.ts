import { randomUUID } from 'node:crypto';
import {
  constants,
  mkdir,
  open,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  writeFile,
  type FileHandle,
  statfs,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { contentTypeOf } from './content-type.js';
import { FileTooLargeError, InvalidFileKeyError, isFileKey, isKeyPart } from './file-key.js';
import { isMissing, whenMissing } from './is-missing.js';
import { listDiskFiles } from './list-disk-files.js';
import { isStream, piecesOf, sizeOf } from './port.js';
import type { ByteRange, FileBody, FileInfo, FileKey, FileStore, Sweep, WholeBody } from './port.js';
import { openRetentionIndex, type RetentionIndex } from './retention-index.js';
import { DIRECT_MAX_BYTES, readDirectly } from './direct-read.js';
import { createFileWriter, type FileWriter, type WrittenStats } from './file-writer.js';
import { sweepLeftovers } from './sweep-leftovers.js';

/** Times a put creates its folder again when a removal deletes it at the same moment. */
const PUT_TRIES = 5;
/** Only the service's own user reads stored documents. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const TEMPORARY_FOLDER = '.tmp';

export interface DiskFilesOptions {
  /** Created when missing. Everything is below it, on one file system. */
  readonly root: string;
  readonly maxFileBytes: number;
  /** `full` flushes each file to disk before it gets its name; `normal` leaves that to the system. Default `normal`. */
  readonly durability?: 'normal' | 'full';
  /** Largest file that is read and written by direct system calls. Default: `DIRECT_MAX_BYTES`; 0 on a slow network file system. */
  readonly directMaxBytes?: number;
  /** Epoch milliseconds. Default: the system clock. */
  readonly now?: () => number;
}

/** A put creates a new inode, so the three together identify one content in every process. */
const infoOf = (name: string, stats: WrittenStats): FileInfo => ({
  sizeBytes: Number(stats.size),
  contentType: contentTypeOf(name),
  etag: `"${stats.ino.toString(36)}-${stats.mtimeNs.toString(36)}-${stats.size.toString(36)}"`,
  modifiedAtMs: Number(stats.mtimeMs),
});

/** Half a millisecond is added: fractions of seconds are not exact and get truncated. */
const setTime = async (handle: FileHandle, atMs: number): Promise<void> => {
  const seconds = (Math.trunc(atMs) + 0.5) / 1_000;
  await handle.utimes(seconds, seconds);
};

class DiskFiles implements FileStore {
  readonly #root: string;
  readonly #temporary: string;
  readonly #maxFileBytes: number;
  readonly #isFlushed: boolean;
  readonly #directMaxBytes: number;
  readonly #now: () => number;
  readonly #retention: RetentionIndex;
  readonly #writer: FileWriter = createFileWriter();

  constructor(options: DiskFilesOptions) {
    const { root, maxFileBytes, durability = 'normal', directMaxBytes = DIRECT_MAX_BYTES, now = Date.now } = options;
    this.#root = resolve(root);
    this.#temporary = join(this.#root, TEMPORARY_FOLDER);
    this.#maxFileBytes = maxFileBytes;
    this.#isFlushed = durability === 'full';
    this.#directMaxBytes = Math.min(directMaxBytes, maxFileBytes);
    this.#now = now;
    this.#retention = openRetentionIndex({ root: this.#root, now });
  }

  async prepare(): Promise<void> {
    await mkdir(this.#temporary, { recursive: true, mode: FOLDER_MODE });
  }

  async put(key: FileKey, body: FileBody, modifiedAtMs?: number): Promise<FileInfo> {
    // A source that fails before it is read must reject the put, not end the process.
    if (isStream(body)) body.once('error', () => undefined);
    if (!isFileKey(key)) throw new InvalidFileKeyError('A part of the file key is not valid.');
    const entry = this.#retention.entryFor(key.accountId, key.requestId, modifiedAtMs);
    if (modifiedAtMs === undefined && this.#isForThread(body)) {
      const path = this.#pathOf(key);
      // Not a name of a key, so that no reader finds it. One that a killed process leaves goes with its request.
      const file = { temporary: join(dirname(path), `.${randomUUID()}`), path, body };
      const stats = await this.#writer.write(file, entry);
      if (entry) this.#retention.remember(entry);
      return infoOf(key.name, stats);
    }
    // Before the file: no file may be stored that no sweep will find.
    if (entry) {
      await this.#writer.append(entry);
      this.#retention.remember(entry);
    }
    return this.#putByPool(key, body, modifiedAtMs);
  }

  async head(key: FileKey): Promise<FileInfo | null> {
    if (!isFileKey(key)) return null;
    const stats = await stat(this.#pathOf(key), { bigint: true }).catch(whenMissing(null));
    return stats?.isFile() ? infoOf(key.name, stats) : null;
  }

  async open(key: FileKey, range?: ByteRange): Promise<{ info: FileInfo; stream: Readable } | null> {
    const found = await this.#openFile(key);
    if (found === null) return null;
    return { info: found.info, stream: found.handle.createReadStream(range ?? {}) };
  }

  async read(key: FileKey, maxBytes: number): Promise<Buffer | null> {
    if (!isFileKey(key)) return null;
    const direct = readDirectly(this.#pathOf(key), Math.min(maxBytes, this.#directMaxBytes));
    if (direct.outcome === 'read') return direct.bytes;
    if (direct.outcome === 'missing') return null;
    const found = await this.#openFile(key);
    if (found === null) return null;
    try {
      if (found.info.sizeBytes > maxBytes) throw new FileTooLargeError(maxBytes);
      return await found.handle.readFile();
    } finally {
      await found.handle.close();
    }
  }

  async remove(key: FileKey): Promise<boolean> {
    if (!isFileKey(key)) return false;
    return unlink(this.#pathOf(key)).then(() => true, whenMissing(false));
  }

  async removeRequest(accountId: string, requestId: string): Promise<void> {
    if (isKeyPart(accountId) && isKeyPart(requestId)) await this.#removeFolder(accountId, requestId);
  }

  async sweep({ retentionMs, limit }: { retentionMs: number; limit: number }): Promise<Sweep> {
    await sweepLeftovers({ folder: this.#temporary, limit, nowMs: this.#now() });
    return this.#retention.sweep({
      retentionMs,
      limit,
      remove: (accountId, requestId) => this.#removeFolder(accountId, requestId),
    });
  }

  list(): AsyncGenerator<readonly FileKey[]> {
    return listDiskFiles(this.#root);
  }

  async freeShare(): Promise<number | null> {
    const { bavail, blocks } = await statfs(this.#temporary);
    return blocks > 0 ? bavail / blocks : null;
  }

  async ping(): Promise<void> {
    const probe = join(this.#temporary, randomUUID());
    await writeFile(probe, '', { mode: FILE_MODE });
    await unlink(probe);
  }

  async close(): Promise<void> {
    await this.#writer.close();
  }

  #isForThread(body: FileBody): body is WholeBody {
    if (this.#isFlushed || isStream(body)) return false;
    return sizeOf(body) <= this.#directMaxBytes;
  }

  async #putByPool(key: FileKey, body: FileBody, modifiedAtMs?: number): Promise<FileInfo> {
    const temporary = join(this.#temporary, randomUUID());
    try {
      const stats = await this.#write(temporary, body, modifiedAtMs);
      await this.#moveInto(temporary, key);
      return infoOf(key.name, stats);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  #pathOf(key: FileKey): string {
    return join(this.#root, key.accountId, key.requestId, key.name);
  }

  async #openFile(key: FileKey): Promise<{ info: FileInfo; handle: FileHandle } | null> {
    if (!isFileKey(key)) return null;
    let handle: FileHandle | undefined;
    try {
      handle = await open(this.#pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW);
      const stats = await handle.stat({ bigint: true });
      if (stats.isFile()) return { info: infoOf(key.name, stats), handle };
    } catch (error) {
      await handle?.close();
      if (isMissing(error)) return null;
      throw error;
    }
    await handle.close();
    return null;
  }

  async #write(path: string, body: FileBody, modifiedAtMs?: number): Promise<WrittenStats> {
    const handle = await open(path, 'wx', FILE_MODE);
    try {
      if (isStream(body)) {
        await this.#writeStream(handle, body);
      } else {
        if (sizeOf(body) > this.#maxFileBytes) throw new FileTooLargeError(this.#maxFileBytes);
        for (const piece of piecesOf(body)) await handle.writeFile(piece);
      }
      if (modifiedAtMs !== undefined) await setTime(handle, modifiedAtMs);
      // Otherwise a loss of power could leave the name without the bytes.
      if (this.#isFlushed) await handle.datasync();
      return await handle.stat({ bigint: true });
    } finally {
      await handle.close();
    }
  }

  async #writeStream(handle: FileHandle, body: Readable): Promise<void> {
    let sizeBytes = 0;
    // An error in the loop destroys the stream, so its source stops too.
    for await (const piece of body as AsyncIterable<Uint8Array | string>) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      sizeBytes += bytes.byteLength;
      if (sizeBytes > this.#maxFileBytes) throw new FileTooLargeError(this.#maxFileBytes);
      await handle.writeFile(bytes);
    }
  }

  async #moveInto(temporary: string, key: FileKey): Promise<void> {
    for (let tryNumber = 1; ; tryNumber += 1) {
      try {
        const path = this.#pathOf(key);
        if (tryNumber > 1) await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
        await rename(temporary, path);
        return;
      } catch (error) {
        if (!isMissing(error) || tryNumber > PUT_TRIES) throw error;
      }
    }
  }

  /** Removed for every reader at once, then deleted file by file. False when it did not exist. */
  async #removeFolder(accountId: string, requestId: string): Promise<boolean> {
    const grave = join(this.#temporary, randomUUID());
    const isFound = await rename(join(this.#root, accountId, requestId), grave).then(() => true, whenMissing(false));
    if (!isFound) return false;
    await rm(grave, { recursive: true, force: true });
    // Only an empty folder is removed; a put that is running creates it again.
    await rmdir(join(this.#root, accountId)).catch(() => undefined);
    return true;
  }
}

/**
 * Files in a folder: `<root>/<accountId>/<requestId>/<name>`. Several processes may use one root. A put rejects with
 * `FileTooLargeError` past `maxFileBytes` and with `InvalidFileKeyError` for an invalid key.
 */
export const openDiskFiles = async (options: DiskFilesOptions): Promise<FileStore> => {
  const files = new DiskFiles(options);
  await files.prepare();
  return files;
};
