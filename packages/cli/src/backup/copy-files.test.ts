import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDiskFiles, type FileKey, type FileStore } from '@quarry/files';
import { copyFiles, MAX_FILE_TRIES } from './copy-files.js';
import { pathIn, readIndex } from './file-index.js';
import { FILES_FOLDER } from './manifest.js';

const KEY: FileKey = { accountId: 'shop', requestId: 'request-1', name: 'shot.png' };
const BYTES = randomBytes(300_000);

let root: string;
let folder: string;
let files: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quarry-copy-'));
  folder = join(root, 'backup');
  await mkdir(join(folder, FILES_FOLDER), { recursive: true });
  files = await openDiskFiles({ root: join(root, 'stored'), maxFileBytes: 1_048_576 });
  await files.put(KEY, BYTES);
});
afterEach(async () => {
  await files.close();
  await rm(root, { recursive: true });
});

/** Its connection breaks in the middle of a file, so many times. */
const breaking = (times: number): { store: FileStore; opened: () => number } => {
  let opened = 0;
  const open: FileStore['open'] = async (key) => {
    const whole = await files.open(key);
    opened += 1;
    if (whole === null || opened > times) return whole;
    whole.stream.destroy();
    const half = async function* (): AsyncGenerator<Buffer> {
      yield BYTES.subarray(0, 150_000);
      throw new Error('the connection broke');
    };
    return { ...whole, stream: Readable.from(half()) };
  };
  return { store: { ...files, list: () => files.list(), open }, opened: () => opened };
};

describe('copyFiles', () => {
  it('reads a file again whose connection broke', async () => {
    const { store } = breaking(MAX_FILE_TRIES - 1);
    const copied = await copyFiles(store, folder, () => undefined, 5);
    expect(copied).toMatchObject({ count: 1, sizeBytes: BYTES.length });
    expect(await readFile(pathIn(folder, KEY))).toEqual(BYTES);
    const lines = readIndex(folder);
    expect((await lines.next()).value).toMatchObject({ ...KEY, sizeBytes: BYTES.length });
    expect((await lines.next()).done).toBe(true);
  });

  it('gives up at a file that breaks each time, and leaves no half of it', async () => {
    const { store, opened } = breaking(Infinity);
    await expect(copyFiles(store, folder, () => undefined, 5)).rejects.toThrow('the connection broke');
    expect(opened()).toBe(MAX_FILE_TRIES);
    await expect(readFile(pathIn(folder, KEY))).rejects.toThrow('ENOENT');
  });
});
