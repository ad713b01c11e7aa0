import { describe, expect, it } from '@jest/globals';
import { zipOf } from '@quarry/testkit/office-files';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { DEFAULT_ARCHIVE_LIMITS, openArchive } from './open-archive.js';

const LIMITS = { maxEntries: 3, maxEntryBytes: 1_000, maxUnpackedBytes: 2_500 };
const part = (bytes: number): Uint8Array => Buffer.alloc(bytes, 0x20);

describe('an archive', () => {
  it('gives the parts that it has', async () => {
    const archive = await openArchive(zipOf({ 'a/b.xml': 'text', empty: '' }), LIMITS);
    expect([archive.has('a/b.xml'), archive.has('b.xml')]).toEqual([true, false]);
    expect(Buffer.from((await archive.read('a/b.xml')) ?? []).toString()).toBe('text');
    expect((await archive.read('empty'))?.byteLength).toBe(0);
    expect(await archive.read('b.xml')).toBeUndefined();
  });

  it('has at most maxEntries', async () => {
    await openArchive(zipOf({ a: '', b: '', c: '' }), LIMITS);
    await expect(openArchive(zipOf({ a: '', b: '', c: '', d: '' }), LIMITS)).rejects.toThrow('with too many parts');
  });

  it('has parts of at most maxEntryBytes, packed or not', async () => {
    for (const level of [0, 9] as const) {
      const archive = await openArchive(zipOf({ a: part(1_000), b: part(1_001) }, { level }), LIMITS);
      expect((await archive.read('a'))?.byteLength).toBe(1_000);
      await expect(archive.read('b')).rejects.toThrow('too large when unpacked');
    }
  });

  it('unpacks at most maxUnpackedBytes in all, the same part counted each time', async () => {
    const archive = await openArchive(zipOf({ a: part(1_000), b: part(600) }), LIMITS);
    await archive.read('a');
    await archive.read('b');
    await archive.read('b');
    await expect(archive.read('b')).rejects.toThrow('too large when unpacked');
  });

  it('stops unpacking where a part has more bytes than it claims', async () => {
    const packed = Buffer.from(zipOf({ a: Buffer.alloc(DEFAULT_ARCHIVE_LIMITS.maxEntryBytes) }, { level: 9 }));
    packed.writeUInt32LE(100, packed.indexOf('PK\x01\x02', 0, 'latin1') + 24);
    const archive = await openArchive(packed);
    const usedMs = watchProcessor();
    await expect(archive.read('a')).rejects.toThrow('too many bytes');
    expect(usedMs()).toBeLessThan(200);
  });
});
