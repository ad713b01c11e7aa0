import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { mapConcurrent } from './map-concurrent.js';
import { pathIn, readIndex } from './file-index.js';
import { FILES_AT_ONCE } from './copy-files.js';
import { BackupError, INDEX_FILE, SECRET_FILE, STORE_FOLDER, Tally, type Manifest } from './manifest.js';

interface Expected {
  readonly sizeBytes: number;
  readonly sha256: string;
}

const checkFile = async (path: string, expected: Expected | undefined): Promise<void> => {
  const tally = new Tally();
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) tally.add(piece);
  } catch {
    throw new BackupError(`${path} is missing or cannot be read. Make another backup.`);
  }
  const { sizeBytes, sha256 } = tally.digest();
  if (expected === undefined ? sizeBytes === 0 : sizeBytes !== expected.sizeBytes || sha256 !== expected.sha256)
    throw new BackupError(`${path} differs from what was backed up. Make another backup.`);
};

/** Reads a whole backup and compares it with its manifest. Rejects with a `BackupError` that says what is wrong. */
export const checkBackup = async (
  folder: string,
  { store, files, secret, secretFile }: Manifest,
  onFile: (count: number) => void,
): Promise<void> => {
  for (const part of store.parts) await checkFile(join(folder, STORE_FOLDER, part.file), part);
  await checkFile(join(folder, INDEX_FILE), files.index);
  if (secret === 'included') await checkFile(join(folder, SECRET_FILE), secretFile);
  let [count, sizeBytes] = [0, 0];
  await mapConcurrent(readIndex(folder), FILES_AT_ONCE, async (file) => {
    await checkFile(pathIn(folder, file), file);
    count += 1;
    sizeBytes += file.sizeBytes;
    onFile(count);
  });
  if (count !== files.count || sizeBytes !== files.sizeBytes)
    throw new BackupError(`${join(folder, INDEX_FILE)} lists ${count} files; the manifest says ${files.count}.`);
};
