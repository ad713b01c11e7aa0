import { describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer-core';
import {
  createBrowserPool,
  MAX_CONTEXTS,
  MAX_PAGES_PER_BROWSER,
  MIN_RENDERER_BYTES,
  RENDERER_SHARE,
  RUNAWAY_FACTOR,
  type BrowserPoolOptions,
} from './browser-pool.js';
import type { ChromiumProcess } from './process/chromium-process.js';
import { createTenants } from './tenants.js';

interface Puppet extends ChromiumProcess {
  die(): void;
  hang(): void;
  setMemory(bytes: number): void;
  /** Bounds that renderers were held to. */
  readonly rendererBounds: number[];
  isKilled(): boolean;
}

/** A browser that only counts: what is tested is when the pool starts and ends one. */
const createPuppet = (startedAtMs = Date.now()): Puppet => {
  let isAlive = true;
  let isKilled = false;
  let memory = 0;
  const rendererBounds: number[] = [];
  let isHung = false;
  return {
    browser: {} as Browser,
    pid: 0,
    startedAtMs,
    isAlive: () => isAlive,
    crashes: { whenCrashed: () => new Promise(() => undefined), expectCrash: () => undefined },
    memoryBytes: async () => memory,
    tenants: createTenants({ readBytes: async () => 0 }),
    holdToBounds: async ({ maxBytes }) => void rendererBounds.push(maxBytes),
    rendererBounds,
    answers: async () => !isHung,
    kill: async () => {
      isAlive = false;
      isKilled = true;
    },
    hang: () => (isHung = true),
    die: () => (isAlive = false),
    setMemory: (bytes) => (memory = bytes),
    isKilled: () => isKilled,
  };
};

const startPool = (options: Partial<BrowserPoolOptions> = {}, startedAtMs?: number) => {
  const puppets: Puppet[] = [];
  const pool = createBrowserPool({
    launch: async () => {
      const puppet = createPuppet(startedAtMs);
      puppets.push(puppet);
      return puppet;
    },
    ...options,
  });
  const { signal } = new AbortController();
  const lease = async (sharer?: string) => {
    const taken = await pool.lease(signal, sharer);
    if (!taken) throw new Error('No lease.');
    return taken;
  };
  const usePage = async () => (await lease()).release();
  return { pool, puppets, lease, usePage, running: () => puppets.filter((one) => !one.isKilled()).length };
};

describe('the report of a pool', () => {
  const recording = () => {
    const reasons: string[] = [];
    const open: number[] = [];
    const report = {
      replaced: (reason: string) => void reasons.push(reason),
      pagesOpen: (count: number) => void open.push(count),
    };
    return { reasons, open, report };
  };

  it('says once why each browser was given up, and nothing of those that end with the pool', async () => {
    const { reasons, report } = recording();
    const worn = startPool({ report, maxPages: 2 });
    const old = startPool({ report, maxAgeMs: 1_000 }, Date.now() - 2_000);
    const large = startPool({ report, maxMemoryBytes: 10 });
    const hung = startPool({ report });
    const crashed = startPool({ report });
    await worn.usePage();
    await worn.usePage();
    await old.usePage();
    const page = await large.lease();
    large.puppets[0]?.setMemory(11);
    await page.release();
    const [left, other] = [await hung.lease(), await hung.lease()];
    await left.release({ isHung: true });
    await other.release();
    const [one, two] = [await crashed.lease(), await crashed.lease()];
    crashed.puppets[0]?.die();
    await Promise.all([one.release(), two.release()]);
    await crashed.usePage();
    await Promise.all([worn, old, large, hung, crashed].map(({ pool }) => pool.close()));
    expect(reasons).toEqual(['pages', 'age', 'memory', 'hung', 'crashed']);
  });

  it('names a browser that grew or answered nothing while a page was open', async () => {
    const { reasons, report } = recording();
    const grown = startPool({ report, lookEveryMs: 5, maxMemoryBytes: 10 });
    const deaf = startPool({ report, lookEveryMs: 5 });
    const pages = [await grown.lease(), await deaf.lease()];
    grown.puppets[0]?.setMemory(10 * RUNAWAY_FACTOR + 1);
    deaf.puppets[0]?.hang();
    while (grown.running() + deaf.running() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all(pages.map((page) => page.release()));
    await Promise.all([grown.pool.close(), deaf.pool.close()]);
    expect(reasons.sort()).toEqual(['hung', 'runaway']);
  });

  it('counts the pages that are open', async () => {
    const { open, report } = recording();
    const { pool, lease } = startPool({ report });
    const pages = [await lease(), await lease()];
    for (const page of pages) await page.release();
    await pool.close();
    expect(open).toEqual([1, 2, 1, 0]);
  });
});

describe('a launch that hangs', () => {
  it('holds nobody beyond the signal, keeps no place, and serves the next once it is done', async () => {
    let finish: (puppet: Puppet) => void = () => undefined;
    let launches = 0;
    const launch = () => {
      launches += 1;
      return new Promise<Puppet>((resolve) => (finish = resolve));
    };
    const { pool, lease } = startPool({ launch, maxContexts: 1 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const controller = new AbortController();
      const leaving = pool.lease(controller.signal);
      controller.abort();
      expect(await leaving).toBeUndefined();
    }
    const next = lease();
    const puppet = createPuppet();
    finish(puppet);
    expect((await next).process).toBe(puppet);
    expect(launches).toBe(1);
    await pool.close();
    expect(puppet.isKilled()).toBe(true);
  });

  it('may fail when nobody waits any more', async () => {
    let fail: (error: Error) => void = () => undefined;
    const { pool } = startPool({ launch: () => new Promise((_resolve, reject) => (fail = reject)) });
    const controller = new AbortController();
    const leaving = pool.lease(controller.signal);
    controller.abort();
    expect(await leaving).toBeUndefined();
    fail(new Error('No browser.'));
    await pool.close();
  });
});

describe('places', () => {
  it('are bounded; the next waits for a release', async () => {
    const { pool, lease, puppets } = startPool();
    const leases = await Promise.all(Array.from({ length: MAX_CONTEXTS }, (_, place) => lease(`account-${place}`)));
    expect(puppets).toHaveLength(1);
    let isServed = false;
    const waiting = lease().then((one) => {
      isServed = true;
      return one;
    });
    await new Promise(setImmediate);
    expect(isServed).toBe(false);
    await leases[0]?.release();
    await leases[0]?.release();
    expect((await waiting).process).toBe(puppets[0]);
    await pool.close();
  });

  it('are shared among accounts: one is kept for the next, and a free one goes to who has the fewest', async () => {
    const { pool, lease } = startPool({ maxContexts: 3 });
    const served: string[] = [];
    const ask = (sharer: string) => lease(sharer).then((taken) => (served.push(sharer), taken));
    const hog = ['hog', 'hog', 'hog', 'hog'].map(ask);
    await new Promise(setImmediate);
    expect([served, (await hog[0])?.isWanted()]).toEqual([['hog', 'hog'], true]);
    await ask('one');
    const other = ask('other');
    await (await hog[0])?.release();
    await other;
    expect(served).toEqual(['hog', 'hog', 'one', 'other']);
    const left = Promise.allSettled(hog);
    await pool.close();
    expect((await left).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });

  it('are given up by those who leave, and at close', async () => {
    const { pool, lease } = startPool({ maxContexts: 1 });
    const first = await lease();
    const controller = new AbortController();
    const leaving = pool.lease(controller.signal);
    controller.abort();
    expect(await leaving).toBeUndefined();
    expect(await pool.lease(controller.signal)).toBeUndefined();
    const waiting = pool.lease(new AbortController().signal);
    await pool.close();
    expect(await waiting).toBeUndefined();
    await first.release();
    expect(await pool.lease(new AbortController().signal)).toBeUndefined();
  });

  it('come back when the browser does not start', async () => {
    let launches = 0;
    const { pool, lease } = startPool({
      maxContexts: 1,
      launch: async () => {
        launches += 1;
        if (launches < 3) throw new Error('no display');
        return createPuppet();
      },
    });
    await expect(lease()).rejects.toThrow('no display');
    await expect(lease()).rejects.toThrow('no display');
    await expect(lease()).resolves.toBeDefined();
    await pool.close();
  });
});

describe('recycling', () => {
  it('ends a browser after its pages', async () => {
    const { puppets, usePage } = startPool();
    for (let page = 0; page < MAX_PAGES_PER_BROWSER; page += 1) await usePage();
    expect(puppets).toHaveLength(1);
    expect(puppets[0]?.isKilled()).toBe(true);
    await usePage();
    expect(puppets).toHaveLength(2);
  });

  it('ends a browser that is too old or too large', async () => {
    const old = startPool({ maxAgeMs: 1_000 }, Date.now() - 2_000);
    await old.usePage();
    expect(old.puppets[0]?.isKilled()).toBe(true);
    const large = startPool({ maxMemoryBytes: 1_000 });
    const lease = await large.lease();
    large.puppets[0]?.setMemory(1_001);
    await lease.release();
    expect(large.puppets[0]?.isKilled()).toBe(true);
  });

  it('drains one while the next serves, and never runs three', async () => {
    const { puppets, lease, running } = startPool({ maxPages: 2 });
    const [a, b] = [await lease(), await lease()];
    await a.release();
    expect(running()).toBe(1);
    const c = await lease();
    expect(c.process).toBe(puppets[1]);
    const d = await lease();
    await d.release();
    // The second one is worn as well, but the first still drains: it serves on.
    const e = await lease();
    expect(e.process).toBe(puppets[1]);
    expect(running()).toBe(2);
    await b.release();
    expect(puppets[0]?.isKilled()).toBe(true);
    await c.release();
    expect((await lease()).process).toBe(puppets[2]);
    await e.release();
    expect(puppets[1]?.isKilled()).toBe(true);
  });

  it('leaves one that drains to its last page', async () => {
    const { puppets, lease, pool } = startPool({ maxPages: 3 });
    const [worn, left, last] = [await lease(), await lease(), await lease()];
    await worn.release();
    await left.release();
    expect(puppets[0]?.isKilled()).toBe(false);
    await last.release();
    expect(puppets[0]?.isKilled()).toBe(true);
    await pool.close();
  });

  it('kills what does not drain in time', async () => {
    const { puppets, lease } = startPool({ maxPages: 1, maxDrainMs: 20 });
    const stuck = await lease();
    const other = await lease();
    await other.release();
    await new Promise<void>((resolve) => {
      const look = () => (puppets[0]?.isKilled() ? resolve() : setTimeout(look, 5));
      look();
    });
    await stuck.release();
    expect(puppets).toHaveLength(1);
  });

  it('ends a browser in which a page could not be closed with its last page', async () => {
    const { puppets, lease, pool } = startPool();
    const [stuck, other] = [await lease(), await lease()];
    await stuck.release({ isHung: true });
    expect(puppets[0]?.isKilled()).toBe(false);
    const next = await lease();
    expect(next.process).toBe(puppets[1]);
    await other.release();
    expect([puppets[0]?.isKilled(), puppets[1]?.isKilled()]).toEqual([true, false]);
    await pool.close();
  });

  it('ends it at its bound when its other pages stay, and at once when another drains already', async () => {
    const { puppets, lease, pool } = startPool({ maxHungDrainMs: 20 });
    const [stuck, stays] = [await lease(), await lease()];
    await stuck.release({ isHung: true });
    while (!puppets[0]?.isKilled()) await new Promise((resolve) => setTimeout(resolve, 1));
    await stays.release();
    const slow = startPool({ maxPages: 1 });
    const [, worn] = [await slow.lease(), await slow.lease()];
    await worn.release();
    const [hung] = [await slow.lease(), await slow.lease()];
    await hung.release({ isHung: true });
    expect(slow.puppets.map((one) => one.isKilled())).toEqual([false, true]);
    await Promise.all([pool.close(), slow.pool.close()]);
  });

  it('replaces a browser that died or hangs', async () => {
    const { pool, puppets, lease, usePage } = startPool();
    await usePage();
    puppets[0]?.die();
    const second = await lease();
    expect(second.process).toBe(puppets[1]);
    await second.release({ isHung: true });
    expect(puppets[1]?.isKilled()).toBe(true);
    await usePage();
    expect(puppets).toHaveLength(3);
    await pool.close();
    expect(puppets.every((one) => one.isKilled())).toBe(true);
  });
});

describe('a browser with pages open', () => {
  const ended = async (puppet: Puppet | undefined): Promise<void> => {
    while (puppet && !puppet.isKilled()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const looks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

  it('is ended when it grows beyond all bounds, and the next page gets another', async () => {
    const { puppets, lease, pool } = startPool({ maxMemoryBytes: 1_000, lookEveryMs: 1 });
    const stuck = await lease();
    puppets[0]?.setMemory(1_000 * RUNAWAY_FACTOR);
    await looks();
    expect(puppets[0]?.isKilled()).toBe(false);
    puppets[0]?.setMemory(1_000 * RUNAWAY_FACTOR + 1);
    await ended(puppets[0]);
    await stuck.release();
    expect((await lease()).process).toBe(puppets[1]);
    await pool.close();
  });

  it('is ended when it answers nothing any more', async () => {
    const { puppets, lease, pool } = startPool({ lookEveryMs: 1 });
    await lease();
    puppets[0]?.hang();
    await ended(puppets[0]);
    expect((await lease()).process).toBe(puppets[1]);
    await pool.close();
  });

  it.each([
    ['a share of the browser’s bound', (2 * MIN_RENDERER_BYTES) / RENDERER_SHARE, 2 * MIN_RENDERER_BYTES],
    ['what a page always gets', MIN_RENDERER_BYTES, MIN_RENDERER_BYTES],
  ])('has its renderers held to %s', async (_name, maxMemoryBytes, bound) => {
    const { puppets, lease, pool } = startPool({ maxMemoryBytes, rendererLookEveryMs: 1 });
    await lease();
    while (puppets[0]?.rendererBounds[0] === undefined) await looks();
    expect(new Set(puppets[0].rendererBounds)).toEqual(new Set([bound]));
    await pool.close();
  });

  it('tells a page when others wait for its place', async () => {
    const { lease, pool } = startPool({ maxContexts: 1 });
    const first = await lease();
    expect(first.isWanted()).toBe(false);
    const waiting = lease();
    expect(first.isWanted()).toBe(true);
    await first.release();
    expect((await waiting).isWanted()).toBe(false);
    await pool.close();
  });

  it('is left alone once its pages are gone', async () => {
    const { puppets, usePage, pool } = startPool({ lookEveryMs: 1 });
    await usePage();
    puppets[0]?.hang();
    await looks();
    expect(puppets[0]?.isKilled()).toBe(false);
    await pool.close();
  });
});
