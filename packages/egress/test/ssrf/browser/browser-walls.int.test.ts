import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserLease } from '../../../src/browser/browser-pool.js';
import { renderPage } from '../../../src/browser/page/render-page.js';
import { startEgressProxy } from '../../../src/egress-proxy.js';
import { createGuardedLookup } from '../../../src/target/guarded-lookup.js';
import { sharedBrowser, TEST_IDENTITY } from '../../scene/shared-browser.js';
import { createTargetRule } from '../../../src/target/target-rule.js';
import { idsOf, openBrowserScene, type BrowserScene } from './browser-scene.js';
import { OPEN, toOwn } from '../client-scene.js';
import { INWARD_SPELLINGS } from '../host-spellings.js';
import { createBypassReport } from '../bypass-report.js';

const tally = createBypassReport();
let scene: BrowserScene;
let lease: BrowserLease | undefined;
beforeAll(async () => {
  scene = await openBrowserScene();
  lease = await (await sharedBrowser()).pool.lease(new AbortController().signal);
}, 40_000);
afterAll(async () => {
  await lease?.release();
  await scene.close();
  tally.record('no way in: Chromium tier, each wall alone');
});

interface Walls {
  readonly guard: readonly string[];
  readonly proxy: readonly string[];
}

/** Hundreds of addresses are tried on each page, two pages at once, beside all other tests. */
const PAGE_TIME_MS = 60_000;

/** Renders with a rule of its own for each of the two that judge. */
const render = async (path: string, walls: Walls) => {
  const rule = createTargetRule({ allow: walls.proxy });
  const proxy = await startEgressProxy({ rule, lookup: createGuardedLookup({ rule, resolver: toOwn }) });
  if (!lease) throw new Error('The browser of the tests has ended.');
  const { end } = await renderPage({
    chromium: lease.process,
    proxy,
    request: {
      url: scene.urlOf('shut', path),
      tier: 'browser',
      purpose: 'page',
      deadlineAtMs: Date.now() + PAGE_TIME_MS,
    },
    rule: createTargetRule({ allow: walls.guard }),
    identity: TEST_IDENTITY,
    maxBodyBytes: 1_000_000,
    signal: AbortSignal.timeout(PAGE_TIME_MS),
    isWanted: () => false,
  });
  await proxy.close();
  return end;
};

const WAYS: Readonly<Record<string, string>> = {
  image: 'new Image().src = url',
  redirect: 'new Image().src = "/redirect/302?to=" + encodeURIComponent(url)',
  fetch: 'fetch(url, { mode: "no-cors" }).catch(() => 0)',
  frame: 'const f = document.createElement("iframe"); f.src = url; document.body.append(f)',
};

/** Tries every way on every spelling, and then each way on a path of its own, by which its control is known. */
const writePage = (port: number) => {
  const urls = INWARD_SPELLINGS.map(({ write }) => write(port)).filter((url) => !/^http:\/[^/\\]/.test(url));
  const tries = Object.entries(WAYS).map(([way, code]) => {
    // A frame for each takes its time.
    const some = way === 'frame' ? urls.filter((_url, at) => at % 16 === 0) : urls;
    const all = JSON.stringify([...some, `http://127.0.0.1:${port}/${way}`]);
    return `for (const url of ${all}) { try { ${code} } catch {} }`;
  });
  return `<!doctype html><body><script>${tries.join('\n')}</script>`;
};

describe('Chromium tier', () => {
  it(
    'is shut by each wall alone: the guard of a page before an open proxy, the proxy behind an open page',
    async () => {
      const { shut } = scene.canaries;
      const own = [`127.0.0.1:${scene.site}`];
      const path = scene.publish('/walls', { body: writePage });
      shut.reset();
      const ends = await Promise.all([
        render(path, { guard: own, proxy: OPEN }),
        render(path, { guard: OPEN, proxy: own }),
      ]);
      expect(ends.map((end) => typeof end === 'object' && 'isAnswered' in end && end.isAnswered)).toEqual([true, true]);
      tally.fail(shut.touched());
      expect(shut.touched()).toBe(0);
      await render(path, { guard: OPEN, proxy: OPEN });
      const reached = idsOf(shut);
      expect(Object.keys(WAYS).filter((way) => !reached.has(way))).toEqual([]);
      ends.forEach(() => Object.keys(WAYS).forEach(() => tally.count()));
    },
    3 * PAGE_TIME_MS,
  );
});
