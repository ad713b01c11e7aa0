import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { FileKey, FileStore } from '@quarry/files';
import { mapConcurrent } from './map-concurrent.js';
import { IndexWriter, pathIn } from './file-index.js';
import { FILE_MODE, FOLDER_MODE, Tally, type Manifest } from './manifest.js';

/** Files copied concurrently. */
export const FILES_AT_ONCE = 8;
/** Attempts to read a file before the backup fails. */
export const MAX_FILE_TRIES = 3;
/** Before the second attempt; twice as long before the third. */
const RETRY_PAUSE_MS = 500;

async function* eachKey(files: FileStore): AsyncGenerator<FileKey> {
  for await (const page of files.list()) yield* page;
}

/** Passes bytes through and tallies them. */
export const tallied = (tally: Tally) =>
  async function* (source: Readable): AsyncGenerator<Buffer> {
    for await (const piece of source as AsyncIterable<Buffer>) {
      tally.add(piece);
      yield piece;
    }
  };

interface Copied {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly modifiedAtMs: number;
}

/** Null if the file is gone. Removes an incomplete copy. */
const copyOne = async (files: FileStore, key: FileKey, path: string): Promise<Copied | null> => {
  const opened = await files.open(key);
  if (opened === null) return null;
  const tally = new Tally();
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  try {
    await pipeline(opened.stream, tallied(tally), createWriteStream(path, { flags: 'wx', mode: FILE_MODE }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { ...tally.digest(), modifiedAtMs: opened.info.modifiedAtMs };
};

/** A broken connection must not end hours of copying. */
const tryCopyOne = async (
  files: FileStore,
  key: FileKey,
  path: string,
  retryPauseMs: number,
): Promise<Copied | null> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await copyOne(files, key, path);
    } catch (error) {
      if (tries === MAX_FILE_TRIES) throw error;
      await setTimeout(retryPauseMs * tries);
    }
  }
};

/** Copies every stored file into the folder of a backup, except files that are deleted meanwhile. */
export const copyFiles = async (
  files: FileStore,
  folder: string,
  onFile: (count: number, sizeBytes: number) => void,
  retryPauseMs = RETRY_PAUSE_MS,
): Promise<Manifest['files']> => {
  const index = await IndexWriter.open(folder);
  let [count, sizeBytes] = [0, 0];
  const copy = async (key: FileKey): Promise<void> => {
    const copied = await tryCopyOne(files, key, pathIn(folder, key), retryPauseMs);
    if (copied === null) return;
    const { accountId, requestId, name } = key;
    await index.add({ accountId, requestId, name, ...copied });
    count += 1;
    sizeBytes += copied.sizeBytes;
    onFile(count, sizeBytes);
  };
  try {
    await mapConcurrent(eachKey(files), FILES_AT_ONCE, copy);
    return { count, sizeBytes, index: await index.end() };
  } finally {
    await index.close();
  }
};
