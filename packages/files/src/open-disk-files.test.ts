import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DIRECT_MAX_BYTES } from './direct-read.js';
import { FileTooLargeError, MAX_KEY_PART_CHARS } from './file-key.js';
import { openDiskFiles, type DiskFilesOptions } from './open-disk-files.js';
import type { FileStore } from './port.js';
import { BUCKET_MS, openRetentionIndex, REMEMBERED_ENTRIES, SWEEP_LOOKS_PER_REMOVAL } from './retention-index.js';
import { LEFTOVER_AGE_MS } from './sweep-leftovers.js';
import { describeFileStoreConformance } from '../test/file-store-conformance.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const WAYS: readonly [name: string, options: Pick<DiskFilesOptions, 'directMaxBytes' | 'durability'>][] = [
  ['disk', {}],
  ['disk, flushed and read through the thread pool', { directMaxBytes: 0, durability: 'full' }],
];

for (const [name, options] of WAYS)
  describeFileStoreConformance(name, async ({ maxFileBytes }) => {
    const root = await mkdtemp(join(tmpdir(), 'quarry-files-'));
    let aheadMs = 0;
    const opened: FileStore[] = [];
    const openAgain = async () => {
      const store = await openDiskFiles({ root, maxFileBytes, ...options, now: () => Date.now() + aheadMs });
      opened.push(store);
      return store;
    };
    return {
      store: await openAgain(),
      another: openAgain,
      advance: (durationMs) => {
        aheadMs += durationMs;
      },
      dispose: async () => {
        await Promise.all(opened.map((store) => store.close()));
        await rm(root, { recursive: true });
      },
    };
  });

const MAX_BYTES = 2 * DIRECT_MAX_BYTES;

describe('a file at the bound of direct system calls', () => {
  it.each([DIRECT_MAX_BYTES, DIRECT_MAX_BYTES + 1])('of %i bytes comes back whole', async (sizeBytes) => {
    const root = await mkdtemp(join(tmpdir(), 'quarry-files-'));
    const store = await openDiskFiles({ root, maxFileBytes: MAX_BYTES });
    const key = { accountId: 'a', requestId: 'r', name: 'x.bin' };
    const body = Buffer.alloc(sizeBytes, 7);
    const info = await store.put(key, body);
    expect(info.sizeBytes).toBe(sizeBytes);
    expect(await store.head(key)).toEqual(info);
    expect((await store.read(key, MAX_BYTES))?.equals(body)).toBe(true);
    await expect(store.read(key, sizeBytes - 1)).rejects.toThrow(FileTooLargeError);
    const opened = await store.open(key);
    expect(Buffer.concat((await opened?.stream.toArray()) as Buffer[]).equals(body)).toBe(true);
    await store.close();
    await rm(root, { recursive: true });
  });
});

describe('disk files', () => {
  let root: string;
  let nowMs: number;
  let store: FileStore;
  beforeEach(async () => {
    root = join(await mkdtemp(join(tmpdir(), 'quarry-files-')), 'made', 'when', 'missing');
    nowMs = Date.now();
    store = await openDiskFiles({ root, maxFileBytes: 1024, now: () => nowMs });
  });
  afterEach(async () => {
    await store.close();
    await rm(join(root, '..', '..', '..'), { recursive: true });
  });

  const key = (name = 'a.txt', requestId = 'r1', accountId = 'a1') => ({ accountId, requestId, name });
  const temporaryFiles = async () => {
    const ofRequest = await readdir(join(root, 'a1', 'r1')).catch(() => []);
    return [...(await readdir(join(root, '.tmp'))), ...ofRequest.filter((name) => name.startsWith('.'))];
  };
  const indexEntries = async () => {
    const logs = await readdir(join(root, '.retention'));
    const texts = await Promise.all(logs.map((log) => readFile(join(root, '.retention', log), 'utf8')));
    return texts.flatMap((text) => text.split('\n').filter(Boolean));
  };

  it('lays files out by account, request and name, for its own user alone', async () => {
    await store.put(key('page.html'), 'x');
    const path = join(root, 'a1', 'r1', 'page.html');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(root, 'a1', 'r1'))).mode & 0o777).toBe(0o700);
  });

  it('leaves no temporary file after a put, a refusal or a broken stream', async () => {
    await store.put(key(), 'x');
    await store.put(key(), 'x').catch(() => undefined);
    await store.put(key(), Buffer.alloc(2000)).catch(() => undefined);
    const broken = new Readable({ read: () => undefined });
    broken.destroy(new Error('gone'));
    await store.put(key(), broken).catch(() => undefined);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('removes the temporary file when the name is taken by a folder', async () => {
    await mkdir(join(root, 'a1', 'r1', 'a.txt'), { recursive: true });
    await expect(store.put(key(), 'x')).rejects.toThrow();
    expect(await temporaryFiles()).toEqual([]);
    expect(await store.head(key())).toBeNull();
    expect(await store.open(key())).toBeNull();
  });

  it('does not follow a link out of its root', async () => {
    const outside = join(root, '..', 'secret.txt');
    await writeFile(outside, 'secret');
    await store.put(key('a.txt'), 'x');
    await symlink(outside, join(root, 'a1', 'r1', 'link.txt'));
    await expect(store.read(key('link.txt'), 100)).rejects.toThrow();
    await expect(store.open(key('link.txt'))).rejects.toThrow();
  });

  it('keeps a key of the longest parts', async () => {
    const part = 'x'.repeat(MAX_KEY_PART_CHARS);
    await store.put(key(part, part, part), 'x');
    expect(await store.read(key(part, part, part), 10)).toHaveLength(1);
    nowMs += 31 * DAY_MS;
    expect(await store.sweep({ retentionMs: 30 * DAY_MS, limit: 10 })).toEqual({ removed: 1, hasMore: false });
  });

  it('makes a new tag for equal content put again, so that a tag never names two contents', async () => {
    const tags = new Set<string>();
    for (let round = 0; round < 20; round += 1) tags.add((await store.put(key(), 'same size')).etag);
    expect(tags.size).toBeGreaterThan(1);
    const [one, two] = [await store.put(key(), 'aaa'), await store.put(key(), 'bbb')];
    expect(one.etag).not.toBe(two.etag);
  });

  it('sweeps temporary files of crashed puts, not those of running ones', async () => {
    await writeFile(join(root, '.tmp', randomUUID()), 'half');
    await mkdir(join(root, '.tmp', 'grave', 'deep'), { recursive: true });
    expect(await store.sweep({ retentionMs: 30 * DAY_MS, limit: 10 })).toEqual({ removed: 0, hasMore: false });
    expect(await temporaryFiles()).toHaveLength(2);
    nowMs += LEFTOVER_AGE_MS + 60_000;
    expect(await store.sweep({ retentionMs: 30 * DAY_MS, limit: 1 })).toEqual({ removed: 0, hasMore: false });
    expect(await temporaryFiles()).toHaveLength(1);
    await store.sweep({ retentionMs: 30 * DAY_MS, limit: 1 });
    expect(await temporaryFiles()).toEqual([]);
  });

  it('never shows what a killed process left of a file, and removes it with its request', async () => {
    await store.put(key(), 'x');
    await writeFile(join(root, 'a1', 'r1', `.${randomUUID()}`), 'half');
    expect(await temporaryFiles()).toHaveLength(1);
    const listed: unknown[] = [];
    for await (const keys of store.list()) listed.push(...keys);
    expect(listed).toEqual([key()]);
    await store.removeRequest('a1', 'r1');
    expect(await readdir(root)).not.toContain('a1');
  });

  it('tells old requests from young ones', async () => {
    const realMs = nowMs;
    nowMs = realMs - 31 * DAY_MS;
    await store.put(key('a.txt', 'old'), 'x');
    await utimes(join(root, 'a1', 'old', 'a.txt'), nowMs / 1000, nowMs / 1000);
    nowMs = realMs;
    await store.put(key('a.txt', 'young'), 'x');
    expect(await store.sweep({ retentionMs: 30 * DAY_MS, limit: 10 })).toEqual({ removed: 1, hasMore: false });
    expect(await store.head(key('a.txt', 'old'))).toBeNull();
    expect(await store.head(key('a.txt', 'young'))).not.toBeNull();
  });

  it('keeps an old request that got a new file, until that is old', async () => {
    const realMs = nowMs;
    nowMs = realMs - 31 * DAY_MS;
    await store.put(key('old.txt'), 'x');
    await utimes(join(root, 'a1', 'r1', 'old.txt'), nowMs / 1000, nowMs / 1000);
    nowMs = realMs;
    await store.put(key('new.txt'), 'x');
    expect(await store.sweep({ retentionMs: 30 * DAY_MS, limit: 10 })).toEqual({ removed: 0, hasMore: false });
    expect(await store.read(key('old.txt'), 10)).toHaveLength(1);
    nowMs = realMs + 31 * DAY_MS;
    expect(await store.sweep({ retentionMs: 30 * DAY_MS, limit: 10 })).toEqual({ removed: 1, hasMore: false });
  });

  it('leaves no folder and no index entry of a swept request', async () => {
    await store.put(key(), 'x');
    expect(await indexEntries()).toEqual(['a1~r1']);
    nowMs += 31 * DAY_MS;
    await store.sweep({ retentionMs: 30 * DAY_MS, limit: 10 });
    expect((await readdir(root)).sort()).toEqual(['.retention', '.tmp']);
    expect(await readdir(join(root, '.retention'))).toEqual([]);
  });

  it('is at most one bucket late', async () => {
    await store.put(key(), 'x');
    nowMs += DAY_MS + BUCKET_MS;
    expect(await store.sweep({ retentionMs: DAY_MS, limit: 10 })).toEqual({ removed: 1, hasMore: false });
  });

  it('looks at a bounded number of entries', async () => {
    for (let index = 0; index < SWEEP_LOOKS_PER_REMOVAL + 2; index += 1) {
      await store.put(key('a.txt', `r${index}`), 'x');
      await store.removeRequest('a1', `r${index}`);
    }
    nowMs += 31 * DAY_MS;
    expect(await store.sweep({ retentionMs: 30 * DAY_MS, limit: 1 })).toEqual({ removed: 0, hasMore: true });
    expect(await indexEntries()).toHaveLength(2);
  });

  it('writes one entry per request and hour', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, index) => store.put(key('a.txt', `r${index}`), 'x')));
    await store.put(key('b.txt', 'r0'), 'x');
    expect((await indexEntries()).sort()).toEqual(['a1~r0', 'a1~r1', 'a1~r2', 'a1~r3', 'a1~r4']);
    nowMs += BUCKET_MS;
    await store.put(key('c.txt', 'r0'), 'x');
    expect(await indexEntries()).toHaveLength(6);
  });

  it('forgets which entries stand, not the entries, past its memory', () => {
    const index = openRetentionIndex({ root, now: () => nowMs });
    const entryOf = (n: number) => index.entryFor('a1', `r${n}`);
    for (let n = 0; n < REMEMBERED_ENTRIES; n += 1) index.remember(entryOf(n) ?? { log: '', line: '' });
    expect(entryOf(0)).toBeUndefined();
    index.remember(entryOf(REMEMBERED_ENTRIES) ?? { log: '', line: '' });
    expect(entryOf(0)).toBeDefined();
    expect(entryOf(REMEMBERED_ENTRIES)).toBeUndefined();
  });

  it('does not take an entry for written that was not', async () => {
    await writeFile(join(root, '.retention'), 'in the way');
    await expect(store.put(key(), 'x')).rejects.toThrow();
    expect(await store.head(key())).toBeNull();
    await rm(join(root, '.retention'));
    await store.put(key(), 'x');
    expect(await indexEntries()).toEqual(['a1~r1']);
  });

  it('fails the ping and the start when the root cannot be written', async () => {
    await rm(root, { recursive: true });
    await expect(store.ping()).rejects.toThrow();
    await writeFile(join(root, '..', 'file'), '');
    await expect(openDiskFiles({ root: join(root, '..', 'file'), maxFileBytes: 1 })).rejects.toThrow();
  });

  it('lets a reader finish while the request is swept', async () => {
    await store.put(key(), 'still here');
    const file = await store.open(key());
    await store.removeRequest('a1', 'r1');
    const pieces: Buffer[] = [];
    for await (const piece of file?.stream ?? []) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).toString()).toBe('still here');
  });

  it('makes the folder again when a removal wins against a put', async () => {
    await chmod(root, 0o700);
    const rounds = Array.from({ length: 50 }, () => [store.put(key(), 'x'), store.removeRequest('a1', 'r1')]);
    await expect(Promise.all(rounds.flat())).resolves.toBeDefined();
  });
});
