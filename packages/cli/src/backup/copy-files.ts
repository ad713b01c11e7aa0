import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileKey, FileStore } from '@quarry/files';
import { inLanes } from './in-lanes.js';
import { IndexWriter, pathIn } from './file-index.js';
import { FILE_MODE, FOLDER_MODE, Tally, type Manifest } from './manifest.js';

/** Files copied side by side. */
export const FILES_AT_ONCE = 8;

async function* eachKey(files: FileStore): AsyncGenerator<FileKey> {
  for await (const page of files.list()) yield* page;
}

/** Passes bytes on and counts them. */
export const tallied = (tally: Tally) =>
  async function* (source: Readable): AsyncGenerator<Buffer> {
    for await (const piece of source as AsyncIterable<Buffer>) {
      tally.add(piece);
      yield piece;
    }
  };

/** Copies every stored file into the folder of a backup. One that goes meanwhile is left out. */
export const copyFiles = async (
  files: FileStore,
  folder: string,
  onFile: (count: number, sizeBytes: number) => void,
): Promise<Manifest['files']> => {
  const index = await IndexWriter.open(folder);
  let [count, sizeBytes] = [0, 0];
  const copy = async (key: FileKey): Promise<void> => {
    const opened = await files.open(key);
    if (opened === null) return;
    const path = pathIn(folder, key);
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    const tally = new Tally();
    await pipeline(opened.stream, tallied(tally), createWriteStream(path, { flags: 'wx', mode: FILE_MODE }));
    const { accountId, requestId, name } = key;
    const { modifiedAtMs } = opened.info;
    await index.add({ accountId, requestId, name, modifiedAtMs, ...tally.digest() });
    count += 1;
    sizeBytes += tally.sizeBytes;
    onFile(count, sizeBytes);
  };
  try {
    await inLanes(eachKey(files), FILES_AT_ONCE, copy);
    return { count, sizeBytes, index: await index.end() };
  } finally {
    await index.close();
  }
};
