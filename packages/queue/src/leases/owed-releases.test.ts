import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MAX_OWED_RELEASES, OWED_RELEASE_RETRY_MS, OWED_RELEASE_TRIES, REPEATED_RELEASES_MS } from '../bounds.js';
import { openOwedReleases } from './owed-releases.js';

let isAway: boolean;
let released: string[];
let tries: number;

const release = async (key: string, requestId: string): Promise<void> => {
  tries += 1;
  if (isAway) throw new Error('away');
  released.push(`${key}/${requestId}`);
};

beforeEach(() => {
  jest.useFakeTimers();
  isAway = true;
  released = [];
  tries = 0;
});

afterEach(() => {
  jest.useRealTimers();
});

describe('releases owed to an absent Redis', () => {
  it('are made good once it is back, all of them', async () => {
    const owed = openOwedReleases(release, Date.now);
    owed.add('k1', 'a');
    owed.add('k2', 'b');
    await jest.advanceTimersByTimeAsync(5 * OWED_RELEASE_RETRY_MS);
    expect(released).toEqual([]);
    isAway = false;
    await jest.advanceTimersByTimeAsync(2 * OWED_RELEASE_RETRY_MS);
    expect(released.sort()).toEqual(['k1/a', 'k2/b']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are given up after their number of tries', async () => {
    const owed = openOwedReleases(release, Date.now);
    owed.add('k', 'a');
    await jest.advanceTimersByTimeAsync((OWED_RELEASE_TRIES + 5) * OWED_RELEASE_RETRY_MS);
    expect(tries).toBe(OWED_RELEASE_TRIES);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are bounded in number', async () => {
    const owed = openOwedReleases(release, Date.now);
    for (let index = 0; index < MAX_OWED_RELEASES + 10; index += 1) owed.add('k', String(index));
    isAway = false;
    await jest.advanceTimersByTimeAsync(OWED_RELEASE_RETRY_MS);
    expect(released).toHaveLength(MAX_OWED_RELEASES);
  });

  it('are dropped when the queue closes', async () => {
    const owed = openOwedReleases(release, Date.now);
    owed.add('k', 'a');
    owed.close();
    await jest.advanceTimersByTimeAsync(10 * OWED_RELEASE_RETRY_MS);
    expect(tries).toBe(0);
  });

  it('are those of the last moments as well, once the connection is lost', async () => {
    isAway = false;
    const owed = openOwedReleases(release, Date.now);
    owed.made('k', 'old');
    await jest.advanceTimersByTimeAsync(REPEATED_RELEASES_MS + 1);
    owed.made('k', 'late');
    await jest.advanceTimersByTimeAsync(REPEATED_RELEASES_MS);
    owed.made('k', 'last');
    expect(tries).toBe(0);
    owed.repeatRecent();
    await jest.advanceTimersByTimeAsync(OWED_RELEASE_RETRY_MS);
    expect(released).toEqual(['k/late', 'k/last']);
    await jest.advanceTimersByTimeAsync(REPEATED_RELEASES_MS + 1);
    owed.repeatRecent();
    await jest.advanceTimersByTimeAsync(OWED_RELEASE_RETRY_MS);
    expect(released).toHaveLength(2);
  });

  it('are remembered like all others once they are made', async () => {
    const owed = openOwedReleases(release, Date.now);
    owed.add('k', 'a');
    isAway = false;
    await jest.advanceTimersByTimeAsync(OWED_RELEASE_RETRY_MS);
    owed.repeatRecent();
    await jest.advanceTimersByTimeAsync(OWED_RELEASE_RETRY_MS);
    expect(released).toEqual(['k/a', 'k/a']);
  });

  it('remember no more of the last moments than their bound', async () => {
    isAway = false;
    const owed = openOwedReleases(release, Date.now);
    for (let index = 0; index < MAX_OWED_RELEASES + 10; index += 1) owed.made('k', String(index));
    owed.repeatRecent();
    await jest.advanceTimersByTimeAsync(OWED_RELEASE_RETRY_MS);
    expect(released).toHaveLength(MAX_OWED_RELEASES);
    expect(released[0]).toBe('k/10');
  });
});
