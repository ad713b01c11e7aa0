import { describe, expect, it } from '@jest/globals';
import { createTenants, LOOKS_UNTIL_SUSPECTED, READING_BYTES, REST_EVERY_MS, type Tenant } from './tenants.js';

const MB = 1_000_000;
const MAX = 200 * MB;

/** A browser in which each page keeps something until its context closes. */
const openBrowser = (restBytes = 100 * MB) => {
  const kept = new Map<Tenant, number>();
  let nowMs = 0;
  const state = { restBytes };
  const readBytes = async () => [...kept.values()].reduce((sum, bytes) => sum + bytes, state.restBytes);
  const tenants = createTenants({ readBytes, giveBackMs: 100, nowMs: () => (nowMs += REST_EVERY_MS) });
  const enter = async (bytes: number, weight = bytes) => {
    const tenant = tenants.enter();
    await Promise.resolve();
    kept.set(tenant, bytes);
    tenant.weigh(async () => weight);
    let isSuspected = false;
    void tenant.suspected.then(() => (isSuspected = true));
    return {
      grow: (more: number) => kept.set(tenant, more),
      isSuspected: () => isSuspected,
      read: () => tenant.read(),
      close: () => {
        kept.delete(tenant);
        return tenant.leave();
      },
    };
  };
  const lookOnce = async () => {
    await tenants.look(await readBytes(), MAX);
    await Promise.resolve();
  };
  /** As often as it takes to believe it. */
  const look = async () => {
    for (let one = 0; one < LOOKS_UNTIL_SUSPECTED; one += 1) await lookOnce();
  };
  return { enter, look, lookOnce, state };
};

describe('pages that keep little', () => {
  it('are left alone, together and up to the bound', async () => {
    const { enter, look } = openBrowser();
    const pages = await Promise.all([enter(50 * MB), enter(50 * MB), enter(100 * MB)]);
    await look();
    expect(pages.map((one) => one.isSuspected())).toEqual([false, false, false]);
    expect(await Promise.all(pages.map((one) => one.close()))).toEqual([false, false, false]);
  });

  it('are not held to what the browser had before they came', async () => {
    const { enter, look } = openBrowser(900 * MB);
    const page = await enter(MAX);
    await look();
    expect(page.isSuspected()).toBe(false);
  });
});

describe('what is too much', () => {
  it('is believed when it stays, not when it comes and goes', async () => {
    const { enter, lookOnce } = openBrowser();
    const page = await enter(0);
    for (let time = 0; time < 3; time += 1) {
      page.grow(300 * MB);
      for (let one = 1; one < LOOKS_UNTIL_SUSPECTED; one += 1) await lookOnce();
      page.grow(0);
      await lookOnce();
    }
    expect(page.isSuspected()).toBe(false);
  });

  it('is more while pages are read, by what that takes', async () => {
    const { enter, look } = openBrowser();
    const page = await enter(MAX + 2 * READING_BYTES);
    const others = [await enter(0), await enter(0)];
    for (const one of others) one.read();
    await look();
    expect(page.isSuspected()).toBe(false);
    await others[0]?.close();
    await look();
    expect(page.isSuspected()).toBe(true);
  });
});

describe('a page that keeps too much', () => {
  it('is ended, and guilty, and no other is', async () => {
    const { enter, look } = openBrowser();
    const [before, guilty, after] = [await enter(10 * MB), await enter(MAX), await enter(10 * MB)];
    await look();
    expect([before, guilty, after].map((one) => one.isSuspected())).toEqual([false, true, false]);
    // One at a time.
    await look();
    expect(await guilty.close()).toBe(true);
    await look();
    expect([before, after].map((one) => one.isSuspected())).toEqual([false, false]);
    expect([await before.close(), await after.close()]).toEqual([false, false]);
  });

  it('is found after those that looked more like it, who are innocent', async () => {
    const { enter, look } = openBrowser();
    const [likely, guilty] = [await enter(10 * MB, 9), await enter(300 * MB, 1)];
    await look();
    expect([likely, guilty].map((one) => one.isSuspected())).toEqual([true, false]);
    expect(await likely.close()).toBe(false);
    // Who comes after it was seen is none of them, whatever it looks like.
    const again = await enter(10 * MB, 9);
    await look();
    expect([again, guilty].map((one) => one.isSuspected())).toEqual([false, true]);
    expect(await guilty.close()).toBe(true);
  });

  it('is likely when it does not say what it does', async () => {
    const { enter, look } = openBrowser();
    const [quiet, other] = [await enter(300 * MB, 0), await enter(0, 9)];
    await look();
    expect([quiet, other].map((one) => one.isSuspected())).toEqual([false, true]);
    const silent = openBrowser();
    const busy = await silent.enter(1, 1_000);
    const page = await silent.enter(300 * MB, Infinity);
    await silent.look();
    expect([busy, page].map((one) => one.isSuspected())).toEqual([false, true]);
  });

  it('is guilty beside others that are as well', async () => {
    const { enter, look } = openBrowser();
    const pages = await Promise.all(Array.from({ length: 6 }, () => enter(200 * MB)));
    const ends: boolean[] = [];
    for (;;) {
      await look();
      const suspected = pages.find((one) => one.isSuspected());
      if (!suspected) break;
      ends.push(await suspected.close());
      pages.splice(pages.indexOf(suspected), 1);
    }
    expect(ends).toEqual([true, true, true, true, true]);
    expect(pages).toHaveLength(1);
  });
});

describe('a browser that has grown by itself', () => {
  it('ends each page once, as innocent, and then bears with what it holds', async () => {
    const { enter, look, state } = openBrowser();
    const pages = [await enter(1), await enter(2)];
    state.restBytes += 300 * MB;
    for (const expected of [1, 0]) {
      await look();
      expect(pages[expected]?.isSuspected()).toBe(true);
      expect(await pages[expected]?.close()).toBe(false);
    }
    const later = await enter(MB);
    await look();
    await look();
    expect(later.isSuspected()).toBe(false);
    later.grow(250 * MB);
    await look();
    expect(later.isSuspected()).toBe(true);
  });
});
