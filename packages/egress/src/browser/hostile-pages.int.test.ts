import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { createBrowserTierScene, type BrowseOptions } from '../../test/scene/browser-tier-scene.js';
import { failureOf, textOf } from '../../test/scene/http-tier-scene.js';
import { createLoopbackScene } from '../../test/scene/loopback-scene.js';
import type { ChromiumProcess } from './process/chromium-process.js';
import { endProcess, readGroup, readRenderers } from './process/process-tree.js';

const KILLS = proofSize(5, 50);
/** Pages that die beside each other. */
const AT_ONCE = 5;
const MB = 1_000_000;
/** A browser at rest keeps at most so many renderers ready for the next pages. */
const IDLE_RENDERERS = 2;

const browsers = createBrowserTierScene();
const site = createLoopbackScene();
type Own = Awaited<ReturnType<typeof browsers.startPool>>;
let own: Own;
beforeAll(async () => {
  own = await browsers.startPool();
});
afterEach(() => site.close());
afterAll(async () => {
  await own.pool.close();
  expect(await readdir(own.profileRoot)).toEqual([]);
  await browsers.close();
});

const runOn =
  ({ pool }: Own, port: number, options: Partial<BrowseOptions> = {}) =>
  (path: string) =>
    browsers.browse({ url: `http://127.0.0.1:${port}${path}`, on: pool, ...options });

const renderersOf = async (launched: readonly ChromiumProcess[]) =>
  (await Promise.all(launched.map(({ pid }) => readRenderers(pid)))).flat();

/** Killed processes leave the table one after the other: waits until the browser is at rest. */
const comeToRest = async (launched: readonly ChromiumProcess[]): Promise<void> => {
  while ((await renderersOf(launched)).length > IDLE_RENDERERS) await pause(50);
};
const contextsOf = (launched: readonly ChromiumProcess[]) =>
  launched.filter((one) => one.isAlive()).map(({ browser }) => browser.browserContexts().length);

describe('a renderer that is killed', () => {
  it(
    `leaves places, contexts and processes as they were, at ${KILLS} moments from its opening on`,
    async () => {
      const port = await site.serve((_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`<p id=a></p><script>a.textContent = 'sho' + 'wn'</script>`);
      });
      const { launched } = own;
      const run = runOn(own, port);
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
      expect([...ends].filter((end) => end !== 'shown' && end !== 'internal_error/browser_crashed')).toEqual([]);
      await comeToRest(launched);
      expect(launched).toHaveLength(1);
      // The browser's own, which it always has.
      expect(contextsOf(launched)).toEqual([1]);
      const further = await Promise.all([run('/'), run('/'), run('/')]);
      for (const one of further) expect(textOf(one)).toContain('>shown<');
    },
    proofSize(60_000, 240_000),
  );

  it('fails its page when it dies every time, at once', async () => {
    const { launched } = own;
    const port = await site.serve(() => {
      void renderersOf(launched).then((all) => all.forEach(({ pid }) => endProcess(pid)));
    });
    expect(failureOf(await runOn(own, port)('/'))).toBe('internal_error/browser_crashed');
  });
});

describe('a page that makes no progress', () => {
  it('is ended when its scripts never end, and its renderer with it', async () => {
    const { port } = await site.serveRoutes({
      '/loading': '<p>here</p><script>for (;;);</script>',
      '/loaded': '<p>here</p><script>onload = () => setTimeout(() => { for (;;); }, 0)</script>',
      '/ok': 'fine',
    });
    const { launched } = own;
    const run = runOn(own, port, { limits: { lookEveryMs: 50, blockedMs: 500 } });
    for (const result of await Promise.all([run('/loading'), run('/loaded')])) {
      expect(failureOf(result)).toBe('page_timeout/page_blocked');
      expect(result.stopped).toBeUndefined();
    }
    await comeToRest(launched);
    expect(textOf(await runOn(own, port)('/ok'))).toContain('fine');
    expect(launched).toHaveLength(1);
  });

  it('makes room for the next when its target never answers', async () => {
    let asked = 0;
    const port = await site.serve(() => (asked += 1));
    const over = new AbortController();
    const narrow = await browsers.startPool({ maxContexts: 1 });
    const run = runOn(narrow, port, { limits: { lookEveryMs: 20, silentMs: 100 }, signal: over.signal });
    const [first, second] = [run('/a'), run('/b')];
    expect(failureOf(await first)).toBe('page_timeout/target_silent');
    // Nobody waits for the place of the second one: it has all its time.
    while (asked < 2) await pause(20);
    expect(await Promise.race([second, pause(300, 'waits')])).toBe('waits');
    over.abort();
    expect((await second).isAnswered).toBe(false);
  });
});

describe('a page whose workers never rest', () => {
  const LOOP = `new Worker(URL.createObjectURL(new Blob(['for (;;);'])))`;
  const script = (code: string) => `<p>here</p><script>${code}</script>`;
  const WAYS = {
    '/worker': script(LOOP),
    '/nested': script(`new Worker(URL.createObjectURL(new Blob([${JSON.stringify(LOOP)}])))`),
    '/frame': script(`document.write('<iframe src="http://elsewhere.test:' + location.port + '/worker"></iframe>')`),
  };

  it('is ended by its processor time: workers, those of workers, those of frames of other sites; other pages go on', async () => {
    const { port } = await site.serveRoutes({ ...WAYS, '/ok': 'fine' });
    const bounded = await browsers.startPool({
      maxRendererCpuMs: 1_000,
      rendererCpuShare: 0,
      rendererLookEveryMs: 100,
    });
    const over = new AbortController();
    const resting = runOn(bounded, port, { waitMs: 60_000, signal: over.signal })('/ok');
    const busy = runOn(bounded, port, {
      waitMs: 60_000,
      resolver: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const ends = await Promise.all(Object.keys(WAYS).map(busy));
    expect(ends.map(failureOf)).toEqual(ends.map(() => 'page_timeout/page_cpu_exhausted'));
    expect(await Promise.race([resting, pause(100, 'rests')])).toBe('rests');
    over.abort();
    await resting;
    expect(textOf(await runOn(bounded, port)('/ok'))).toContain('fine');
    expect(bounded.launched).toHaveLength(1);
    await comeToRest(bounded.launched);
    await bounded.pool.close();
  }, 60_000);
});

describe('a page that floods memory', () => {
  const FLOODS = [
    ['by its heap', `const kept = []; for (;;) kept.push(new Array(100000).fill(Math.random()));`],
    ['by its buffers', `const kept = []; setInterval(() => kept.push(new Uint8Array(2e7).fill(7)), 5);`],
    [
      'by its nodes',
      `setInterval(() => { for (let i = 0; i < 20000; i += 1) document.body.append(document.createElement('p'), 'x'.repeat(200) + Math.random()); }, 1);`,
    ],
  ] as const;

  it.each(FLOODS.slice(0, proofSize(2, FLOODS.length)))(
    'is ended %s, and other pages go on',
    async (_name, code) => {
      const { port } = await site.serveRoutes({ '/flood': `<body><script>${code}</script>`, '/ok': 'fine' });
      const flooded = await browsers.startPool({ maxMemoryBytes: 800 * MB, rendererLookEveryMs: 100 });
      const { launched } = flooded;
      const run = runOn(flooded, port);
      // It stays until it is ended, however slowly it grows.
      const flooding = runOn(flooded, port, { waitMs: 60_000 })('/flood');
      let largest = 0;
      let isOver = false;
      const watching = (async () => {
        while (!isOver) {
          for (const { ownBytes } of await renderersOf(launched)) largest = Math.max(largest, ownBytes);
          await pause(100);
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
      await comeToRest(launched);
      await flooded.pool.close();
    },
    60_000,
  );
});

describe('a page that keeps too much with the browser itself', () => {
  const pieces = (each: string) => `<p id=out>here</p><script type=module>
    const out = document.querySelector('#out');
    const piece = () => new Uint8Array(1e7).fill(Math.random() * 256);
    try { for (let at = 0; at < 60; at += 1) { ${each}; await new Promise((resolve) => setTimeout(resolve, 10)) } out.textContent = 'all kept' }
    catch (error) { out.textContent = 'refused ' + error.name }
  </script>`;

  it('is ended by its blobs, and its neighbours are not', async () => {
    const { port } = await site.serveRoutes({
      '/blobs': pieces('(globalThis.kept ??= []).push(new Blob([piece()]))'),
      '/ok': 'fine',
    });
    const bounded = await browsers.startPool({
      maxMemoryBytes: 800 * MB,
      minSharedBytes: 100 * MB,
      rendererLookEveryMs: 50,
    });
    const over = new AbortController();
    const resting = runOn(bounded, port, { waitMs: 60_000, signal: over.signal })('/ok');
    expect(failureOf(await runOn(bounded, port, { waitMs: 60_000 })('/blobs'))).toBe(
      'too_large/page_storage_too_large',
    );
    expect(await Promise.race([resting, pause(100, 'rests')])).toBe('rests');
    over.abort();
    await resting;
    expect(textOf(await runOn(bounded, port)('/ok'))).toContain('fine');
    // The browser that had grown with it may have made room for the next since.
    expect(bounded.launched.length).toBeLessThanOrEqual(2);
    expect(bounded.launched.filter((one) => one.isAlive())).toHaveLength(1);
    await bounded.pool.close();
  }, 60_000);

  it('stores so much for an origin and no more: files, caches', async () => {
    const files = pieces(
      `globalThis.file ??= await (await (await navigator.storage.getDirectory()).getFileHandle('a', { create: true })).createWritable();
       await file.write(piece())`,
    );
    const { port } = await site.serveRoutes({
      '/files': files,
      '/cache': pieces(`await (await caches.open('x')).put('/' + at, new Response(piece()))`),
    });
    const stay = runOn(own, port, { waitFor: '#out:not(:empty)', waitMs: 2_000 });
    const texts = (await Promise.all([stay('/files'), stay('/cache')])).map(textOf);
    expect(texts.map((text) => /refused \w+|all kept/.exec(text)?.[0])).toEqual([
      'refused QuotaExceededError',
      'refused QuotaExceededError',
    ]);
  }, 60_000);
});
