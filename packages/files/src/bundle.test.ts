import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BUNDLE_INDEX_BYTES, encodeBundleIndex, findInBundleIndex } from './bundle-index.js';
import { BundleRefusedError, MAX_BUNDLE_BYTES, MAX_BUNDLE_PARTS, readPartName, writeBundle } from './bundle.js';
import { FileTooLargeError, InvalidFileKeyError, MAX_KEY_PART_CHARS } from './file-key.js';
import { findStored } from './find-stored.js';
import { openDiskFiles } from './open-disk-files.js';
import type { FileStore } from './port.js';

let root: string;
let store: FileStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quarry-bundles-'));
  store = await openDiskFiles({ root, maxFileBytes: MAX_BUNDLE_BYTES + BUNDLE_INDEX_BYTES });
});
afterAll(async () => {
  await store.close();
  await rm(root, { recursive: true });
});

const keyOf = (name = 'x.bundle') => ({ accountId: 'a1', requestId: 'r1', name });
const part = (sizeBytes = 1, extension = 'png') => ({ bytes: Buffer.alloc(sizeBytes, 1), extension });
const parts = (count: number) => Array.from({ length: count }, () => part());

describe('writeBundle', () => {
  it('takes as many parts as fit into its index, and no more', async () => {
    const names = await writeBundle(store, keyOf(), parts(MAX_BUNDLE_PARTS));
    const last = await findStored(store, keyOf(names.at(-1)));
    expect(last?.info.sizeBytes).toBe(1);
    await expect(writeBundle(store, keyOf(), parts(MAX_BUNDLE_PARTS + 1))).rejects.toBeInstanceOf(BundleRefusedError);
  });

  it('takes as many bytes as it says, and no more', async () => {
    const full = [part(MAX_BUNDLE_BYTES - 1), part(1)];
    await expect(writeBundle(store, keyOf(), full)).resolves.toHaveLength(2);
    await expect(writeBundle(store, keyOf(), [...full, part(1)])).rejects.toBeInstanceOf(BundleRefusedError);
  });

  it.each(['', 'PNG', '.png', 'a/b', 'ninechars', 'ä', 'p g'])('takes no extension %j', async (extension) => {
    await expect(writeBundle(store, keyOf(), [part(1, extension)])).rejects.toBeInstanceOf(BundleRefusedError);
  });

  it.each(['x', 'x.zip', '.bundle', '../x.bundle', `${'x'.repeat(MAX_KEY_PART_CHARS - 7)}.bundle`])(
    'takes no name %s',
    async (name) => {
      await expect(writeBundle(store, keyOf(name), [part()])).rejects.toBeInstanceOf(InvalidFileKeyError);
    },
  );

  it('stores nothing where there is nothing to store', async () => {
    expect(await writeBundle(store, keyOf('empty.bundle'), [])).toEqual([]);
    expect(await readdir(join(root, 'a1', 'r1'))).not.toContain('empty.bundle');
  });

  it('keeps the bound of the store', async () => {
    const small = await openDiskFiles({ root, maxFileBytes: 5_000 });
    await expect(writeBundle(small, keyOf('large.bundle'), [part(5_000)])).rejects.toBeInstanceOf(FileTooLargeError);
    await small.close();
  });
});

describe('readPartName', () => {
  it.each([
    ['thumbs-1a2b.bundle-0.webp', { bundleName: 'thumbs-1a2b.bundle', number: 0, extension: 'webp' }],
    ['a.bundle-1.b.bundle-254.png', { bundleName: 'a.bundle-1.b.bundle', number: 254, extension: 'png' }],
    ['thumbs.bundle-01.webp', null],
    ['thumbs.bundle-1234.webp', null],
    ['thumbs.bundle-1', null],
    ['thumbs.bundle', null],
    ['page.html', null],
  ])('reads %s', (name, expected) => {
    expect(readPartName(name)).toEqual(expected);
  });
});

describe('a bundle’s index', () => {
  const entries = fc.array(fc.record({ sizeBytes: fc.nat(100_000), extension: fc.stringMatching(/^[a-z0-9]{1,8}$/) }), {
    minLength: 1,
    maxLength: MAX_BUNDLE_PARTS,
  });

  it('finds each part where the one before it ends', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const index = encodeBundleIndex(list);
        expect(index).toHaveLength(BUNDLE_INDEX_BYTES);
        let start = BUNDLE_INDEX_BYTES;
        for (const [number, { sizeBytes, extension }] of list.entries()) {
          expect(findInBundleIndex(index, 2 ** 31, { number, extension })).toEqual({ start, sizeBytes });
          start += sizeBytes;
        }
      }),
      { numRuns: 30 },
    );
  });

  it('leads nowhere outside of the bundle, whatever its bytes', () => {
    const bytes = fc.uint8Array({ minLength: 12 + 4 * 16, maxLength: 12 + 4 * 16 });
    fc.assert(
      fc.property(bytes, fc.nat(300), fc.nat(100_000), fc.constantFrom('png', ''), (tail, number, size, extension) => {
        const index = encodeBundleIndex([{ sizeBytes: 1, extension: 'png' }]);
        index.set(tail, 4);
        index.write('png\0\0\0\0\0', 16 + 8, 'latin1');
        const place = findInBundleIndex(index, size, { number, extension });
        if (place === null) return;
        expect(place.start).toBeGreaterThanOrEqual(BUNDLE_INDEX_BYTES);
        expect(place.start + place.sizeBytes).toBeLessThanOrEqual(size);
      }),
      { numRuns: 500 },
    );
  });
});
