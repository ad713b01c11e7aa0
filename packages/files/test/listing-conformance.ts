import { expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import type { FileKey, FileStore } from '../src/port.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const listAll = async (store: FileStore): Promise<string[]> => {
  const paths: string[] = [];
  for await (const keys of store.list()) {
    paths.push(...keys.map(({ accountId, requestId, name }) => `${accountId}/${requestId}/${name}`));
  }
  return paths.sort();
};

const key = (accountId: string, requestId: string, name: string): FileKey => ({ accountId, requestId, name });

interface Listed {
  readonly store: FileStore;
  advance(durationMs: number): void;
}

/** What a backup reads by, and how a restored file comes back. */
export const describeListing = (opened: () => Listed): void => {
  it('has every file once, and none of the adapter’s own', async () => {
    const { store } = opened();
    expect(await listAll(store)).toEqual([]);
    await store.put(key('a', 'r1', 'x.html'), 'x');
    await store.put(key('a', 'r1', 'y.png'), Readable.from([Buffer.from('y')]));
    await store.put(key('a', 'r2', 'x.html'), 'x');
    await store.put(key('b', 'r1', 'x.html'), 'x');
    await store.remove(key('a', 'r2', 'x.html'));
    expect(await listAll(store)).toEqual(['a/r1/x.html', 'a/r1/y.png', 'b/r1/x.html']);
  });

  it('a file that is put with the time it had keeps it, and is swept when it is due', async () => {
    const { store } = opened();
    const now = (await store.put(key('a', 'new', 'x.txt'), 'x')).modifiedAtMs;
    const then = now - 29 * DAY_MS;
    const info = await store.put(key('a', 'old', 'x.txt'), 'old', then);
    expect(Math.trunc(info.modifiedAtMs)).toBe(Math.trunc(then));
    expect(await store.head(key('a', 'old', 'x.txt'))).toEqual(info);
    opened().advance(33 * DAY_MS);
    expect(await store.sweep({ retentionMs: 30 * DAY_MS, limit: 100 })).toEqual({ removed: 2, hasMore: false });
    expect(await listAll(store)).toEqual([]);
  });
};
