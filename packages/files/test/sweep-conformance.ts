import { expect, it } from '@jest/globals';
import type { FileKey, FileStore, Sweep } from '../src/port.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = 30 * DAY_MS;
const ACCOUNT = 'account-1';

interface Swept {
  readonly store: FileStore;
  /** Another adapter on the same files, as a second process has it. */
  another(): Promise<FileStore>;
  readonly advance: (durationMs: number) => void;
}

const key = (requestId: string, name = 'a.txt', accountId = ACCOUNT): FileKey => ({ accountId, requestId, name });
const DONE: Sweep = { removed: 0, hasMore: false };

/** What goes when its time is over, and what a sweep says of it. */
export const describeSweep = (opened: () => Swept): void => {
  const sweep = (limit = 100, store = opened().store) => store.sweep({ retentionMs: RETENTION_MS, limit });
  const putMany = async (count: number): Promise<string[]> => {
    const requestIds = Array.from({ length: count }, (_, index) => `r${index}`);
    for (const requestId of requestIds) await opened().store.put(key(requestId), 'x');
    return requestIds;
  };

  it('leaves what is young', async () => {
    const { store, advance } = opened();
    await store.put(key('r1'), 'x');
    expect(await sweep()).toEqual(DONE);
    advance(29 * DAY_MS);
    expect(await sweep()).toEqual(DONE);
    expect((await store.read(key('r1'), 10))?.toString()).toBe('x');
  });

  it('removes what is old, all files of the request', async () => {
    const { store, advance } = opened();
    const kept = [key('r1'), key('r1', 'b.txt'), key('r2', 'a.txt', 'account-2')];
    for (const one of kept) await store.put(one, 'x');
    advance(31 * DAY_MS);
    expect(await sweep()).toEqual({ removed: 2, hasMore: false });
    for (const one of kept) expect(await store.head(one)).toBeNull();
    expect(await sweep()).toEqual(DONE);
  });

  it('goes on, `limit` requests at a time, and says until when there is more', async () => {
    await putMany(7);
    opened().advance(31 * DAY_MS);
    expect([await sweep(3), await sweep(3), await sweep(3), await sweep(3)]).toEqual([
      { removed: 3, hasMore: true },
      { removed: 3, hasMore: true },
      { removed: 1, hasMore: false },
      DONE,
    ]);
  });

  it('says so also where the files went with their rows and only what leads to them is left', async () => {
    const { store, advance } = opened();
    for (const requestId of await putMany(35)) await store.removeRequest(ACCOUNT, requestId);
    advance(31 * DAY_MS);
    expect(await sweep(1)).toEqual({ removed: 0, hasMore: true });
    let passes = 1;
    while ((await sweep(1)).hasMore) passes += 1;
    expect(passes).toBeLessThan(35);
    expect(await sweep(1)).toEqual(DONE);
  });

  it('does not count what was removed before', async () => {
    const { store, advance } = opened();
    await putMany(2);
    await store.removeRequest(ACCOUNT, 'r1');
    advance(31 * DAY_MS);
    expect(await sweep()).toEqual({ removed: 1, hasMore: false });
  });

  it('may run in two processes at once', async () => {
    await putMany(30);
    opened().advance(31 * DAY_MS);
    const other = await opened().another();
    const [one, two] = await Promise.all([sweep(), sweep(100, other)]);
    expect(one.removed + two.removed).toBe(30);
    await other.close();
  });
};
