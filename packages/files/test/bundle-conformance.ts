import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BUNDLE_INDEX_BYTES } from '../src/bundle-index.js';
import { writeBundle } from '../src/bundle.js';
import { findStored } from '../src/find-stored.js';
import type { ByteRange, FileKey, FileStore } from '../src/port.js';

const bundleKey = (name = 'thumbnails.bundle'): FileKey => ({
  accountId: 'account-1',
  requestId: randomUUID(),
  name,
});

const bytesOf = async (store: FileStore, key: FileKey, range?: ByteRange): Promise<Buffer | null> => {
  const stream: Readable | null | undefined = await (await findStored(store, key))?.open(range);
  return stream ? buffer(stream) : null;
};

const describeParts = (storeOf: () => FileStore): void => {
  it('keeps a hundred parts in one file and serves each as a file of its own', async () => {
    const store = storeOf();
    const key = bundleKey();
    const extensions = ['webp', 'jpeg', 'png', 'gif'];
    const parts = Array.from({ length: 100 }, (_, index) => ({
      bytes: randomBytes(index * 7),
      extension: extensions[index % extensions.length] ?? '',
    }));
    const names = await writeBundle(store, key, parts);
    expect(names.slice(0, 2)).toEqual(['thumbnails.bundle-0.webp', 'thumbnails.bundle-1.jpeg']);
    for (const [index, name] of names.entries()) {
      const part = parts[index];
      const found = await findStored(store, { ...key, name });
      expect(found?.info).toMatchObject({
        sizeBytes: part?.bytes.byteLength,
        contentType: `image/${part?.extension}`,
        etag: expect.stringMatching(/^"[\x21\x23-\x7e]+"$/) as unknown,
      });
      expect(await bytesOf(store, { ...key, name })).toEqual(part?.bytes);
    }
    const whole = await store.head(key);
    expect(whole?.sizeBytes).toBe(BUNDLE_INDEX_BYTES + parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
    await store.remove(key);
    expect(await findStored(store, { ...key, name: names[50] ?? '' })).toBeNull();
  });

  it('serves any range of a part and never a byte outside of it', async () => {
    const store = storeOf();
    const key = bundleKey();
    const sizes = fc.array(fc.nat(300), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(400), fc.nat(400), fc.nat(5), async (sizeList, one, two, pick) => {
        const parts = sizeList.map((sizeBytes) => ({ bytes: randomBytes(sizeBytes), extension: 'png' }));
        const names = await writeBundle(store, key, parts);
        const number = pick % parts.length;
        const { bytes } = parts[number] ?? { bytes: Buffer.alloc(0) };
        const range = { start: Math.min(one, two), end: Math.max(one, two) };
        const asked = bytesOf(store, { ...key, name: names[number] ?? '' }, range);
        if (range.end < bytes.byteLength) expect(await asked).toEqual(bytes.subarray(range.start, range.end + 1));
        else await expect(asked).rejects.toThrow(RangeError);
      }),
      { numRuns: 15 },
    );
  });
};

/** Every way a name can miss a part, the bundle itself among them. */
const describeStrangers = (storeOf: () => FileStore): void => {
  it('knows no other names', async () => {
    const store = storeOf();
    const key = bundleKey();
    await writeBundle(store, key, [
      { bytes: Buffer.from('one'), extension: 'png' },
      { bytes: Buffer.from('two'), extension: 'html' },
    ]);
    const names = ['0.html', '1.png', '2.png', '00.png', '-1.png', '255.png', '999.png', '0.PNG', '0.png.png', '0', ''];
    for (const name of names) {
      expect(await findStored(store, { ...key, name: `${key.name}-${name}` })).toBeNull();
    }
    for (const name of [
      key.name,
      'other.bundle-0.png',
      '.bundle-0.png',
      'thumbnails-0.png',
      '../thumbnails.bundle-0.png',
    ])
      expect(await findStored(store, { ...key, name })).toBeNull();
    expect(await findStored(store, { ...key, accountId: 'account-2', name: `${key.name}-0.png` })).toBeNull();
  });

  it.each([
    ['is too short', () => Buffer.from('QB01')],
    ['is something else', () => Buffer.alloc(BUNDLE_INDEX_BYTES + 100, 'x')],
    ['says that a part lies behind its end', (whole: Buffer) => whole.subarray(0, -1)],
    ['says that a part lies in the index', (whole: Buffer) => (whole.writeUInt32BE(16, 16), whole)],
    ['says that it has no parts', (whole: Buffer) => (whole.writeUInt16BE(0, 4), whole)],
  ])('finds no part in a bundle that %s', async (_what, spoil) => {
    const store = storeOf();
    const key = bundleKey();
    const [name = ''] = await writeBundle(store, key, [{ bytes: Buffer.from('part'), extension: 'png' }]);
    const whole = (await store.read(key, 60_000)) ?? Buffer.alloc(0);
    await store.put(key, spoil(whole));
    expect(await findStored(store, { ...key, name })).toBeNull();
  });
};

export const describeBundles = (storeOf: () => FileStore): void => {
  describeParts(storeOf);
  describeStrangers(storeOf);

  it('finds ordinary files as they are', async () => {
    const store = storeOf();
    const key = bundleKey('page.html');
    const info = await store.put(key, '0123456789');
    const found = await findStored(store, key);
    expect(found?.info).toEqual(info);
    expect((await bytesOf(store, key))?.toString()).toBe('0123456789');
    expect((await bytesOf(store, key, { start: 2, end: 4 }))?.toString()).toBe('234');
    await expect(found?.open({ start: 5, end: 10 })).rejects.toThrow(RangeError);
    await expect(found?.open({ start: -1, end: 3 })).rejects.toThrow(RangeError);
    await expect(found?.open({ start: 4, end: 3 })).rejects.toThrow(RangeError);
    expect(await findStored(store, { ...key, name: 'other.html' })).toBeNull();
  });

  it('gives the bytes of the version it found, or none', async () => {
    const store = storeOf();
    const file = bundleKey('page.html');
    await store.put(file, 'one');
    const bundle = bundleKey();
    const [name = ''] = await writeBundle(store, bundle, [{ bytes: Buffer.from('one'), extension: 'png' }]);
    const found = [await findStored(store, file), await findStored(store, { ...bundle, name })];
    await store.put(file, 'other');
    await writeBundle(store, bundle, [{ bytes: Buffer.from('other'), extension: 'png' }]);
    for (const each of found) expect(await each?.open()).toBeNull();
    await store.remove(file);
    await store.remove(bundle);
    for (const each of found) expect(await each?.open()).toBeNull();
  });
};
