import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowserIdentity } from '../browser-identity.js';
import { createGuardedLookup } from '../guarded-lookup.js';
import { createHopClient } from '../http-hop.js';
import { createHttpTier } from '../http-tier.js';
import type { TierResult } from '../raw-page.js';
import { failureOf, textOf } from '../scene/http-tier-scene.js';
import { createLoopbackScene } from '../scene/loopback-scene.js';
import { createTargetRule } from '../target-rule.js';
import { startTimeBudget } from '../time-budget.js';
import { createBrowserPool, type BrowserPool, type BrowserPoolOptions } from './browser-pool.js';
import { createBrowserTier } from './browser-tier.js';
import { launchChromium, type ChromiumProcess } from './chromium-process.js';
import { findChromium } from './find-chromium.js';
import { endProcess, readGroup, readRenderers } from './process-tree.js';
import type { PageLimits } from './page-limits.js';

const KILLS = 50;
/** Pages that die beside each other. */
const AT_ONCE = 5;
const MAX_BODY = 3_000_000;
const MB = 1_000_000;
/** Far beyond what any of these pages needs: who comes here waits for what does not come. */
const STUCK_MS = 60_000;
/** A browser at rest keeps at most so many renderers ready for the next pages. */
const IDLE_RENDERERS = 2;
/** Killed processes leave the table one after the other. */
const SETTLE_MS = 15_000;

const identity = createBrowserIdentity(140);
const scene = createLoopbackScene();
const { serve, serveRoutes, openSilence } = scene;
const pools: BrowserPool[] = [];
let profileRoot = '';
let executablePath = '';

beforeAll(async () => {
  profileRoot = await mkdtemp(join(tmpdir(), 'profiles-'));
  executablePath = (await findChromium()) ?? '';
});
afterEach(async () => {
  await scene.close();
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(async () => {
  expect(await readdir(profileRoot)).toEqual([]);
  await rm(profileRoot, { recursive: true, force: true });
});

const startTier = (port: number, options: Partial<BrowserPoolOptions> & { limits?: PageLimits } = {}) => {
  const launched: ChromiumProcess[] = [];
  const pool = createBrowserPool({
    launch: async () => {
      const process = await launchChromium({ executablePath, profileRoot, identity });
      launched.push(process);
      return process;
    },
    ...options,
  });
  pools.push(pool);
  const rule = createTargetRule({ allow: [`127.0.0.1:${port}`] });
  const lookup = createGuardedLookup({ rule });
  const client = createHopClient({ lookup });
  scene.onClose(() => client.close());
  const http = createHttpTier({ rule, client, identity, maxBodyBytes: MAX_BODY });
  const { limits } = options;
  const tier = createBrowserTier({ pool, rule, lookup, identity, http, maxBodyBytes: MAX_BODY, limits });
  const run = async (path: string): Promise<TierResult & { stopped: string | undefined }> => {
    const deadlineAtMs = Date.now() + STUCK_MS;
    const budget = startTimeBudget({ signal: new AbortController().signal, deadlineAtMs, pageTimeoutMs: STUCK_MS });
    const url = `http://127.0.0.1:${port}${path}`;
    const result = await tier.fetch({ url, tier: 'browser', purpose: 'page', deadlineAtMs }, budget);
    budget.end();
    return { ...result, stopped: budget.stopReason() };
  };
  return { pool, launched, run };
};

const renderersOf = async (launched: readonly ChromiumProcess[]) =>
  (await Promise.all(launched.map(({ pid }) => readRenderers(pid)))).flat();

/** Waits until the browser is at rest; answers the renderers that are left. */
const comeToRest = async (launched: readonly ChromiumProcess[]): Promise<number> => {
  const giveUpAtMs = performance.now() + SETTLE_MS;
  for (;;) {
    const left = (await renderersOf(launched)).length;
    if (left <= IDLE_RENDERERS || performance.now() > giveUpAtMs) return left;
    await pause(50);
  }
};
const contextsOf = (launched: readonly ChromiumProcess[]) =>
  launched.filter((one) => one.isAlive()).map(({ browser }) => browser.browserContexts().length);

describe('a renderer that is killed', () => {
  it(`leaves places, contexts and processes as they were, at ${KILLS} moments from its opening on`, async () => {
    const port = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<p id=a></p><script>a.textContent = 'sho' + 'wn'</script>`);
    });
    const { run, launched } = startTier(port);
    expect(textOf(await run('/'))).toContain('shown');
    const startedAtMs = performance.now();
    expect(textOf(await run('/'))).toContain('shown');
    const pageMs = performance.now() - startedAtMs;
    await comeToRest(launched);
    const ends = new Set<string>();
    const strike = async (moment: number) => {
      const before = new Set((await renderersOf(launched)).map(({ pid }) => pid));
      const running = run('/');
      await pause(moment * pageMs);
      // Every third time those die too that were kept ready, or show another page.
      const struck = (await renderersOf(launched)).filter(({ pid }) => !before.has(pid) || moment % 0.06 < 0.02);
      for (const { pid } of struck) endProcess(pid);
      const end = await running;
      expect(end.stopped).toBeUndefined();
      ends.add(end.isAnswered ? (/>shown</.test(textOf(end)) ? 'shown' : textOf(end)) : failureOf(end));
    };
    for (let kill = 0; kill < KILLS; kill += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => strike((kill + one) / KILLS)));
    }
    // One that is struck down twice could not be shown.
    expect([...ends].filter((end) => end !== 'internal_error/browser_crashed')).toEqual(['shown']);
    expect(await comeToRest(launched)).toBeLessThanOrEqual(IDLE_RENDERERS);
    expect(launched).toHaveLength(1);
    // The browser's own, which it always has.
    expect(contextsOf(launched)).toEqual([1]);
    expect(await Promise.all([run('/'), run('/'), run('/')].map(async (one) => textOf(await one)))).toHaveLength(3);
  }, 120_000);

  it('fails its page when it dies every time, at once', async () => {
    let launched: readonly ChromiumProcess[] = [];
    const port = await serve(() => {
      void renderersOf(launched).then((all) => all.forEach(({ pid }) => endProcess(pid)));
    });
    const started = startTier(port);
    ({ launched } = started);
    const startedAtMs = performance.now();
    expect(failureOf(await started.run('/'))).toBe('internal_error/browser_crashed');
    expect(performance.now() - startedAtMs).toBeLessThan(STUCK_MS / 2);
  }, 90_000);
});

describe('a page that makes no progress', () => {
  const LIMITS = { lookEveryMs: 100, blockedMs: 1_000, silentMs: 1_000 };

  it.each([
    ['while it loads', '<p>here</p><script>for (;;);</script>'],
    ['after its load', '<p>here</p><script>onload = () => setTimeout(() => { for (;;); }, 0)</script>'],
  ])(
    'is ended when its scripts never end, %s, and its renderer with it',
    async (_name, body) => {
      const { port } = await serveRoutes({ '/spin': body, '/ok': 'fine' });
      const { run, launched } = startTier(port, { maxContexts: 1, limits: LIMITS });
      expect(textOf(await run('/ok'))).toContain('fine');
      const result = await run('/spin');
      expect(failureOf(result)).toBe('page_timeout/page_blocked');
      expect(result.stopped).toBeUndefined();
      expect(await comeToRest(launched)).toBeLessThanOrEqual(IDLE_RENDERERS);
      expect(textOf(await run('/ok'))).toContain('fine');
      expect(launched).toHaveLength(1);
    },
    90_000,
  );

  it('makes room for the next when its target never answers', async () => {
    const port = await openSilence();
    const { run, launched } = startTier(port, { maxContexts: 1, limits: LIMITS });
    const [first, second] = [run('/a'), run('/b')];
    expect(failureOf(await first)).toBe('page_timeout/target_silent');
    // Nobody waits for the place of the second one: it has all its time.
    const other = await Promise.race([second, pause(3_000, 'waits')]);
    expect(other).toBe('waits');
    await Promise.all(launched.map((one) => one.kill()));
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
    expect((await second).isAnswered).toBe(false);
  }, 90_000);
});

describe('a page that floods memory', () => {
  it.each([
    ['by its heap', `const kept = []; for (;;) kept.push(new Array(100000).fill(Math.random()));`],
    ['by its buffers', `const kept = []; setInterval(() => kept.push(new Uint8Array(2e7).fill(7)), 5);`],
    [
      'by its nodes',
      `setInterval(() => { for (let i = 0; i < 20000; i += 1) document.body.append(document.createElement('p'), 'x'.repeat(200) + Math.random()); }, 1);`,
    ],
  ])(
    'is ended %s, and other pages go on',
    async (_name, code) => {
      const { port } = await serveRoutes({ '/flood': `<body><script>${code}</script>`, '/ok': 'fine' });
      const { run, launched } = startTier(port, { maxMemoryBytes: 800 * MB, rendererLookEveryMs: 100 });
      const flooding = run('/flood');
      let largest = 0;
      let isOver = false;
      const watching = (async () => {
        while (!isOver) {
          for (const { ownBytes } of await renderersOf(launched)) largest = Math.max(largest, ownBytes);
          await pause(20);
        }
      })();
      expect(textOf(await run('/ok'))).toContain('fine');
      expect(failureOf(await flooding)).toBe('too_large/page_memory_too_large');
      isOver = true;
      await watching;
      expect(largest).toBeLessThan(2_000 * MB);
      // The page was ended, not its browser; one that had grown with it may have made room for the next since.
      expect(textOf(await run('/ok'))).toContain('fine');
      expect(launched.length).toBeLessThanOrEqual(2);
      const living = launched.filter((one) => one.isAlive());
      expect(living).toHaveLength(1);
      const left = await Promise.all(living.map(({ pid }) => readGroup(pid)));
      expect(left.flat().length).toBeGreaterThan(0);
      expect(await comeToRest(launched)).toBeLessThanOrEqual(IDLE_RENDERERS);
    },
    90_000,
  );
});
