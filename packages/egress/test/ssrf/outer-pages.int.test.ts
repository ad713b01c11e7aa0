import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBrowserScene } from './browser/browser-scene.js';
import { tryOuterPages, type NameEnds } from './outer-pages.js';
import type { OuterEnd } from './outer-ways.js';
import { hasPrivateNetworks, runInPrivateNetwork } from './private-network.js';
import { createBypassReport, NO_CONTROL } from './bypass-report.js';

const TIME_MS = 60_000;
/** Multicast, broadcast and link-local: no connection leads there on any network; and what a page's part may not name. */
const UNDIALLED = /^\[?(?:user@|2(?:2[4-9]|3\d)\.|255\.255|4294967295|fe[89ab]|ff0)/;
/** Asked for by no browser, or not by every one. */
const UNASKED = new Set([
  'prefetch',
  'speculation-rules',
  'anchor',
  'preconnect',
  'preconnect-tls',
  'dns-prefetch',
  'stun',
]);
const isOurs = hasPrivateNetworks();
const tally = createBypassReport();
interface Printed {
  readonly ends: readonly OuterEnd[];
  readonly names?: NameEnds;
  readonly late: number;
}
let printed: Printed = { ends: [], late: 0 };

beforeAll(async () => {
  if (isOurs) {
    const script = new URL('./outer-pages.child.ts', import.meta.url);
    printed = (await runInPrivateNetwork({ script, args: [], timeoutMs: TIME_MS })) as Printed;
    return;
  }
  const scene = await openBrowserScene();
  const ends = await tryOuterPages(scene, false);
  printed = { ends, late: await scene.close() };
}, TIME_MS);
afterAll(() => tally.record('no way in: Chromium tier, further addresses and names'));

describe(`Chromium tier, ${isOurs ? 'where every address is ours' : 'without controls: no private networks here'}`, () => {
  it('reaches nothing beyond this machine, asked for or redirected to', () => {
    const seen = printed.ends.filter(({ touched }) => touched > 0);
    tally.fail(seen.length + printed.late);
    expect(printed.ends.length).toBeGreaterThan(180);
    expect(seen).toEqual([]);
    expect(printed.late).toBe(0);
    for (const { isReached } of printed.ends) {
      if (isReached) tally.count();
      else tally.count(isOurs ? NO_CONTROL.undialled : NO_CONTROL.otherNetwork);
    }
  });

  (isOurs ? it : it.skip)('would reach each of them, were it let', () => {
    const unreached = printed.ends.filter(({ isReached }) => !isReached).map(({ way }) => way);
    expect(unreached.filter((way) => !UNDIALLED.test(way))).toEqual([]);
  });

  (isOurs ? it : it.skip)('asks no name server for anything, and sends no datagram at all', () => {
    const { ways = [], shut, bare = [] } = printed.names ?? {};
    tally.fail((shut?.questions.length ?? 0) + (shut?.datagrams ?? 0));
    expect(shut).toEqual({ questions: [], datagrams: 0 });
    for (const way of ways) tally.count(bare.includes(way) ? undefined : NO_CONTROL.notGone, way);
    expect(ways.filter((way) => !bare.includes(way) && !UNASKED.has(way))).toEqual([]);
  });
});
