import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofSize, recordProof } from '@quarry/testkit';
import puppeteer from 'puppeteer-core';
import { findChromium } from '../browser/find-chromium.js';
import { createFetcher } from '../fetcher.js';
import type { Resolver } from '../guarded-lookup.js';
import type { FetchOutcome } from '../port.js';
import { createLoopbackScene } from '../scene/loopback-scene.js';
import { createTargetRule } from '../target-rule.js';
import { openCanary, type Canary } from './canary.js';
import { OPEN, openCanaryBeside, toOwn } from './client-scene.js';
import { FOREIGN_SCHEMES, INWARD_SPELLINGS, OUTER_SPELLINGS } from './host-spellings.js';
import { createTurningResolver, createZoneResolver, INWARD_ANSWERS } from './name-answers.js';
import { LEADING_WAYS, LOADING_WAYS, WORDLESS_WAYS, type PageWay } from './page-ways.js';

const REDIRECTS = [301, 302, 303, 307, 308];
const SECRET = 'the-words-of-a-local-file';
/** Long enough for a browser without guards to try everything. */
const BARE_WAIT_MS = 2_500;
const scene = createLoopbackScene();
let profileRoot = '';
let executablePath = '';
let canary: Canary;
let site = 0;
const pages = new Map<string, { body: string; headers: Readonly<Record<string, string>> }>();
const tally = { cases: 0, failures: 0, unreached: new Set<string>() };
const startedAt = performance.now();

beforeAll(async () => {
  profileRoot = await mkdtemp(join(tmpdir(), 'ssrf-'));
  executablePath = (await findChromium()) ?? '';
  canary = await openCanary();
  site = await scene.serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const hop = /^\/redirect\/(\d+)$/.exec(url.pathname);
    if (hop) {
      const to = Buffer.from(url.searchParams.get('to') ?? '', 'utf8').toString('latin1');
      return response.writeHead(Number(hop[1]), { location: to.replaceAll(/[\r\n]/g, '') }).end();
    }
    const page = pages.get(url.pathname);
    if (!page) return response.writeHead(404).end();
    const type = url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    return response.writeHead(200, { 'content-type': type, ...page.headers }).end(page.body);
  });
});
afterAll(async () => {
  canary.close();
  await scene.close();
  await rm(profileRoot, { recursive: true, force: true });
  const { cases, failures, unreached } = tally;
  const note = unreached.size > 0 ? `no control here: ${[...unreached].join(' ')}` : '';
  recordProof({
    name: 'no way in: Chromium tier',
    cases,
    failures,
    seconds: (performance.now() - startedAt) / 1_000,
    note,
  });
});

const page = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) => {
  // A frameset stands in the place of a body.
  const start = body.startsWith('<frameset') ? '' : '<body>';
  pages.set(path, { body: `<!doctype html>${start}${body}`, headers });
  return path;
};
const target = (id: string) => `http://127.0.0.1:${canary.port}/${id}`;
const publish = ({ id, html, headers }: PageWay) => page(`/way/${id}`, html(target(id)), headers?.(target(id)));
const frames = (paths: readonly string[]) => paths.map((path) => `<iframe src="${path}"></iframe>`).join('');

const fetchers = new Map<string, ReturnType<typeof createFetcher>>();
const startFetcher = (allow: readonly string[], resolver: Resolver) => {
  const fetcher = createFetcher({
    rule: createTargetRule({ allow }),
    resolver,
    chromium: { profileRoot, executablePath },
  });
  scene.onClose(() => fetcher.close());
  return fetcher;
};
const fetcherFor = (allow: readonly string[], resolver?: Resolver) => {
  if (resolver) return startFetcher(allow, resolver);
  const key = allow.join();
  const known = fetchers.get(key) ?? startFetcher(allow, toOwn);
  fetchers.set(key, known);
  return known;
};
const visit = (url: string, allow: readonly string[], resolver?: Resolver): Promise<FetchOutcome> =>
  fetcherFor(allow, resolver).fetch(
    { url, tier: 'browser', purpose: 'page', deadlineAtMs: Date.now() + 60_000 },
    new AbortController().signal,
  );
const siteAlone = () => [`127.0.0.1:${site}`];
const onSite = (path: string) => `http://127.0.0.1:${site}${path}`;
const reachedIds = () => new Set(canary.paths().map((path) => /^\/([\w-]*)/.exec(path)?.[1] ?? ''));

/** Paths in parallel, shut first; nothing may be heard. */
const expectSilence = async (paths: readonly string[]) => {
  canary.reset();
  const outcomes = await Promise.all(paths.map((path) => visit(onSite(path), siteAlone())));
  const heard = { touched: canary.touched(), paths: canary.paths() };
  if (heard.touched > 0) tally.failures += heard.touched;
  expect(heard).toEqual({ touched: 0, paths: [] });
  return outcomes;
};

const reachOpened = async (paths: readonly string[]) => {
  canary.reset();
  await Promise.all(paths.map((path) => visit(onSite(path), OPEN)));
  return reachedIds();
};

/** What a browser without any of our guards reaches. */
const reachBare = async (path: string) => {
  canary.reset();
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await puppeteer.launch({ executablePath, headless: true, pipe: true, args: flags });
  try {
    const tab = await browser.newPage();
    await tab.goto(onSite(path), { waitUntil: 'domcontentloaded' });
    await new Promise((resolve) => setTimeout(resolve, BARE_WAIT_MS));
    return { ids: reachedIds(), datagrams: canary.datagrams(), touched: canary.touched() };
  } finally {
    await browser.close();
  }
};

/** Counts the ways whose control arrived, and names the others. */
const countControlled = (ids: readonly string[], ...reached: readonly ReadonlySet<string>[]) => {
  for (const id of ids) {
    if (reached.some((one) => one.has(id))) tally.cases += 1;
    else tally.unreached.add(id);
  }
  return ids.filter((id) => !reached.some((one) => one.has(id)));
};

describe('Chromium tier', () => {
  it('lets no part of a page reach inward', async () => {
    page('/service-worker.js', '');
    for (const id of ['service-worker', 'shared-worker'])
      pages.set(`/${id}.js`, { body: `fetch('${target(id)}', { mode: 'no-cors' })`, headers: {} });
    const body = LOADING_WAYS.map(({ html, id }) => html(target(id))).join('\n');
    const all = page('/loads', body);
    await expectSilence([all]);
    const opened = await reachOpened([all]);
    const bare = await reachBare(all);
    const missing = countControlled(
      LOADING_WAYS.map(({ id }) => id),
      opened,
      bare.ids,
    );
    expect(missing.filter((id) => !MAY_BE_ABSENT.has(id))).toEqual([]);
  }, 60_000);

  it(
    'lets no document be led inward, on top or in a frame',
    async () => {
      const paths = LEADING_WAYS.map(publish);
      const framed = page('/framed', frames(paths));
      // A document on top takes its time to settle: the short form tries some so, and each in a frame.
      const onTop = paths.filter((_path, at) => at % proofSize(6, 1) === 0);
      await expectSilence([...onTop, framed]);
      const ids = LEADING_WAYS.map(({ id }) => id);
      const opened = await reachOpened(onTop);
      const openedFramed = await reachOpened([framed]);
      const bare = await reachBare(framed);
      expect(countControlled(ids, opened, openedFramed, bare.ids)).toEqual([]);
    },
    proofSize(90_000, 600_000),
  );

  it('connects nowhere ahead of a request, and sends no datagram', async () => {
    const path = page('/wordless', WORDLESS_WAYS.map(({ html, id }) => html(target(id))).join(''));
    await expectSilence([path]);
    const bare = await reachBare(path);
    expect(bare.touched).toBeGreaterThan(0);
    expect(bare.touched - bare.datagrams).toBeGreaterThan(0);
    tally.cases += 1;
    if (bare.datagrams > 0) tally.cases += 1;
    else tally.unreached.add('stun');
  }, 30_000);

  it('lets no spelling pass, asked for by a page or redirected to', async () => {
    const rounds = proofSize(1, REDIRECTS.length);
    const ids: string[] = [];
    const urls: string[] = [];
    INWARD_SPELLINGS.forEach(({ write }, at) => {
      ids.push(`s${at}`);
      urls.push(write(canary.port).replace(/([/\\]?)([#?].*)?$/, '$1'));
      for (let round = 0; round < rounds; round += 1) {
        const status = REDIRECTS[(at + round) % REDIRECTS.length] ?? 302;
        urls.push(onSite(`/redirect/${status}?to=${encodeURIComponent(write(canary.port))}`));
      }
    });
    const outer = [...OUTER_SPELLINGS, ...FOREIGN_SCHEMES].flatMap(({ write }) => {
      const url = write(canary.port);
      return [url, onSite(`/redirect/302?to=${encodeURIComponent(url)}`)];
    });
    const load = (list: readonly string[]) =>
      `<script>for (const url of ${JSON.stringify(list).replaceAll('<', '\\u003c')}) { try { new Image().src = url } catch {} }</script>`;
    const inward = page('/spellings', load(urls));
    await expectSilence([inward, page('/outer', load(outer))]);
    tally.cases += outer.length;
    canary.reset();
    await visit(onSite(inward), OPEN);
    const arrived = canary.touched();
    tally.cases += Math.min(arrived, urls.length);
    // The browser keeps one request of those that read alike; a spelling alone is proven one by one below.
    expect(arrived).toBeGreaterThan(INWARD_SPELLINGS.length / 4);
  }, 90_000);

  it(
    'goes to no spelling itself, straight or by a redirect',
    async () => {
      const some = INWARD_SPELLINGS.filter((_spelling, at) => at % proofSize(16, 1) === 0);
      for (const [at, { write }] of some.entries()) {
        const status = REDIRECTS[at % REDIRECTS.length] ?? 302;
        const url = write(canary.port);
        const redirect = onSite(`/redirect/${status}?to=${encodeURIComponent(url)}`);
        canary.reset();
        const shut = await Promise.all([visit(url, siteAlone()), visit(redirect, siteAlone())]);
        expect(shut.map(({ verdict }) => verdict)).toEqual([
          'forbidden',
          /^http:\/[^/\\]/.test(url) ? expect.anything() : 'forbidden',
        ]);
        expect(canary.touched()).toBe(0);
        await visit(redirect, OPEN);
        expect({ url, isReached: canary.touched() > 0 }).toEqual({ url, isReached: !/^http:\/[^/\\]/.test(url) });
        tally.cases += 2;
      }
    },
    proofSize(60_000, 600_000),
  );

  it('refuses other schemes, also of a redirect, and shows no local file', async () => {
    const secretFile = join(profileRoot, 'secret.html');
    await writeFile(secretFile, SECRET);
    const file = `file://${secretFile}`;
    canary.reset();
    for (const { write } of FOREIGN_SCHEMES) {
      expect(await visit(write(canary.port), OPEN)).toMatchObject({ verdict: 'forbidden', attempts: 0 });
      tally.cases += 1;
    }
    const ways = ['<iframe src="@"></iframe>', '<object data="@"></object>', '<embed src="@">', '<meta http-equiv=refresh content="0;url=@">',
      '<script>location = "@"</script>', '<script>open("@", "_self")</script>', '<iframe src="view-source:@"></iframe>',
      '<script>fetch("@").then((r) => r.text()).then((t) => document.body.append(t))</script>',
      '<link rel=stylesheet href="@"><script src="@"></script><img src="@">']; // prettier-ignore
    const paths = ways.map((way, at) => page(`/file/${at}`, way.replaceAll('@', file)));
    paths.push(`/redirect/302?to=${encodeURIComponent(file)}`);
    for (const outcome of await expectSilence(paths)) {
      expect(`${outcome.page?.text ?? ''}`).not.toContain(SECRET);
      tally.cases += 1;
    }
    expect(canary.touched()).toBe(0);
  }, 60_000);

  it('lets no name lead inward, nor turn inward after its page was loaded', async () => {
    const answers = Object.entries(INWARD_ANSWERS);
    const zone = createZoneResolver({
      ...Object.fromEntries(answers.map(([, addresses], at) => [`n${at}.example`, addresses])),
      'alias.example': { alias: 'n0.example' },
      'metadata.google.internal': ['127.0.0.2'],
    });
    const names = [...answers.map((_answer, at) => `n${at}.example`), 'alias.example', 'metadata.google.internal'];
    const path = page(
      '/names',
      names.map((name, at) => `<img src="http://${name}:${canary.port}/name-${at}">`).join(''),
    );
    canary.reset();
    await visit(onSite(path), siteAlone(), zone);
    expect(canary.paths()).toEqual([]);
    expect(canary.touched()).toBe(0);
    await visit(onSite(path), OPEN, zone);
    expect(
      countControlled(
        names.map((_name, at) => `name-${at}`),
        reachedIds(),
      ),
    ).toEqual([]);
  }, 60_000);

  it('dials a name that turned inward neither for its page nor for what the page loads', async () => {
    const beside = await openCanaryBeside('127.0.0.1', site);
    try {
      const url = `http://turning.example:${site}/turned`;
      page('/turned', '<img src="/a.png"><iframe src="/b"></iframe><script>fetch("/c")</script>', {
        connection: 'close',
      });
      const turn = () => createTurningResolver(['127.0.0.1'], ['127.0.0.2']);
      const shut = turn();
      expect((await visit(url, siteAlone(), shut.resolve)).page?.statusCode).toBe(200);
      expect(shut.asked()).toBeGreaterThan(1);
      expect(beside.touched()).toBe(0);
      await visit(url, OPEN, turn().resolve);
      expect(beside.touched()).toBeGreaterThan(0);
      tally.cases += 1;
    } finally {
      beside.close();
    }
  }, 30_000);

  it('opens no port for debugging', async () => {
    await visit(onSite(page('/plain', 'plain')), siteAlone());
    const found = (await readdir(profileRoot, { recursive: true })).filter((name) =>
      name.includes('DevToolsActivePort'),
    );
    expect(found).toEqual([]);
    tally.cases += 1;
  });
});

/** Ways that not every build of the browser goes, guarded or not. */
const MAY_BE_ABSENT = new Set([
  'web-transport',
  'speculation',
  'ping',
  'prefetch',
  'preconnect-script',
  'paint-worklet',
]);
