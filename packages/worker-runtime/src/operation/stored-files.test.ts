import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BundleRefusedError, findStored, InvalidFileKeyError, openDiskFiles, type FileStore } from '@quarry/files';
import { StoredFiles } from './stored-files.js';

const SCOPE = { accountId: 'account', requestId: '0b2e6c52-7a83-4d6f-9b11-1a2b3c4d5e6f' };
const BASE = `http://files.test/${SCOPE.accountId}/${SCOPE.requestId}`;
const PARTS = [
  { bytes: Buffer.from('first'), extension: 'jpeg' },
  { bytes: Buffer.from('second'), extension: 'png' },
];

let folder: string;
let files: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-stored-'));
  files = await openDiskFiles({ root: folder, maxFileBytes: 1_000_000 });
});
afterEach(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const storedNames = async (): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.includes(`${SCOPE.requestId}/`)).map((name) => name.split('/').at(-1) ?? '');
};
const read = async (url: string): Promise<string | undefined> => {
  const found = await findStored(files, { ...SCOPE, name: url.slice(BASE.length + 1) });
  const stream = await found?.open();
  return stream ? text(stream) : undefined;
};

describe('a bundle of an attempt', () => {
  it('is one stored object whose parts are served under the addresses returned', async () => {
    const stored = new StoredFiles(files, 'http://files.test', SCOPE);
    const urls = await stored.putBundle('thumbnails.bundle', PARTS);
    expect(urls.map((url) => url.replace(/-[0-9a-f]{8}\./, '-<token>.'))).toEqual([
      `${BASE}/thumbnails-<token>.bundle-0.jpeg`,
      `${BASE}/thumbnails-<token>.bundle-1.png`,
    ]);
    expect(await Promise.all(urls.map(read))).toEqual(['first', 'second']);
    expect(await storedNames()).toEqual([stored.nameFor('thumbnails.bundle')]);
  });

  it('goes with the attempt, and leaves the other attempt its own', async () => {
    const [loser, winner] = [0, 1].map(() => new StoredFiles(files, 'http://files.test', SCOPE));
    if (loser === undefined || winner === undefined) throw new Error('two were made');
    const lost = await loser.putBundle('thumbnails.bundle', PARTS);
    const kept = await winner.putBundle('thumbnails.bundle', PARTS);
    await loser.discard();
    expect(await Promise.all(lost.map(read))).toEqual([undefined, undefined]);
    expect(await Promise.all(kept.map(read))).toEqual(['first', 'second']);
    expect(await storedNames()).toEqual([winner.nameFor('thumbnails.bundle')]);
  });

  it('is taken back also when its writing failed half-way', async () => {
    const failing = Object.assign(Object.create(files) as FileStore, {
      put: async (...given: Parameters<FileStore['put']>) => {
        await files.put(...given);
        throw new Error('connection reset');
      },
      remove: (...given: Parameters<FileStore['remove']>) => files.remove(...given),
    });
    const stored = new StoredFiles(failing, 'http://files.test', SCOPE);
    await expect(stored.putBundle('thumbnails.bundle', PARTS)).rejects.toThrow('connection reset');
    expect(await storedNames()).toHaveLength(1);
    await stored.discard();
    expect(await storedNames()).toEqual([]);
  });

  it('of no parts stores nothing, and one that cannot be is refused', async () => {
    const stored = new StoredFiles(files, 'http://files.test', SCOPE);
    expect(await stored.putBundle('none.bundle', [])).toEqual([]);
    const bad = [{ bytes: Buffer.from('x'), extension: 'no.good' }];
    await expect(stored.putBundle('bad.bundle', bad)).rejects.toBeInstanceOf(BundleRefusedError);
    await expect(stored.putBundle('thumbnails.zip', PARTS)).rejects.toBeInstanceOf(InvalidFileKeyError);
    expect(await storedNames()).toEqual([]);
    await stored.discard();
  });
});
