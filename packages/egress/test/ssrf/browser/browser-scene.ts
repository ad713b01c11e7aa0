import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { createFetcher } from '../../../src/fetch/fetcher.js';
import { findChromium } from '../../../src/browser/process/find-chromium.js';
import type { Resolver } from '../../../src/target/guarded-lookup.js';
import type { Fetcher, FetchOutcome, FetchRequest } from '../../../src/port.js';
import { sharedBrowser } from '../../scene/shared-browser.js';
import { createTargetRule } from '../../../src/target/target-rule.js';
import { openCanary, type Canary } from '../canary.js';
import { OPEN, toOwn } from '../client-scene.js';

/**
 * `shut`: as in production, the site alone is allowed. `open`: the same with the rule let go. `bare`: a browser with
 * none of our guards. Each has a canary of its own, so that all three run at once.
 */
export type Side = 'shut' | 'open' | 'bare';

export interface PageText {
  /** Markup for a side; `port` is that of its canary. */
  readonly body: (port: number) => string;
  readonly headers?: ((port: number) => Readonly<Record<string, string>>) | undefined;
}

/** Longest wait for what a browser without guards does; it is left as soon as all that is expected has come. */
const BARE_TIME_MS = 6_000;
const POLL_MS = 50;
const PAGE_TIME_MS = 60_000;

/** The first step of a path names the way. */
export const idsOf = (canary: Canary): ReadonlySet<string> =>
  new Set(canary.paths().map((path) => /^\/([\w-]*)/.exec(path)?.[1] ?? ''));

interface SiteContent {
  readonly pages: ReadonlyMap<string, PageText>;
  readonly answers: ReadonlyMap<string, () => string>;
  readonly canaries: Readonly<Record<Side, Canary>>;
}

const createListener =
  ({ pages, answers, canaries }: SiteContent): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const hop = /^\/redirect\/(\d+)$/.exec(url.pathname);
    if (hop) {
      const to = Buffer.from(url.searchParams.get('to') ?? '', 'utf8').toString('latin1');
      return response.writeHead(Number(hop[1]), { location: to.replaceAll(/[\r\n]/g, '') }).end();
    }
    const [, side, path] = /^\/(shut|open|bare)(\/.*)$/.exec(url.pathname) ?? [];
    const told = answers.get(url.pathname);
    if (told) return response.writeHead(200, { 'content-type': 'text/plain' }).end(told());
    const page = pages.get(path ?? url.pathname);
    if (!page) return response.writeHead(404).end();
    const { port } = canaries[(side ?? 'shut') as Side];
    const type = url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    return response.writeHead(200, { 'content-type': type, ...page.headers?.(port) }).end(page.body(port));
  };

export interface BrowserSceneOptions {
  /** Where canaries listen; by default all of this machine's own. */
  readonly addresses?: readonly string[];
  readonly resolver?: Resolver;
}

/** A site whose pages try ways, and browsers that visit it. Pages stand at `/<side>/<path>`. */
export const openBrowserScene = async ({ addresses, resolver = toOwn }: BrowserSceneOptions = {}) => {
  const profileRoot = await mkdtemp(join(tmpdir(), 'ssrf-'));
  const executablePath = (await findChromium()) ?? '';
  const chromium = await sharedBrowser();
  const open = () => openCanary(addresses ? { addresses } : {});
  const canaries: Readonly<Record<Side, Canary>> = { shut: await open(), open: await open(), bare: await open() };
  const pages = new Map<string, PageText>();
  const answers = new Map<string, () => string>();
  const closers: (() => unknown)[] = [];

  const server = createServer(createListener({ pages, answers, canaries }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = (server.address() as AddressInfo).port;

  const fetchers = new Map<Side, Fetcher>();
  const fetcherOf = (side: Side): Fetcher => {
    const known = fetchers.get(side);
    if (known) return known;
    const allow = side === 'shut' ? [`127.0.0.1:${site}`] : OPEN;
    const rule = createTargetRule({ allow });
    const fetcher = createFetcher({ rule, resolver, chromium });
    closers.push(() => fetcher.close());
    fetchers.set(side, fetcher);
    return fetcher;
  };
  /** One page by the Chromium tier. */
  const visit = (side: Side, url: string, more: Partial<FetchRequest> = {}): Promise<FetchOutcome> =>
    fetcherOf(side).fetch(
      { url, tier: 'browser', purpose: 'page', deadlineAtMs: Date.now() + PAGE_TIME_MS, ...more },
      new AbortController().signal,
    );
  const urlOf = (side: Side, path: string) => `http://127.0.0.1:${site}/${side}${path}`;

  let browser: Promise<Browser> | undefined;
  const launchBare = () => {
    const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    return puppeteer.launch({ executablePath, headless: true, pipe: true, args: flags });
  };
  /** Visits as a browser without guards, until `isDone` or for its time. */
  const visitBare = async (path: string, isDone: () => boolean): Promise<void> => {
    browser ??= launchBare();
    const tab = await (await browser).newPage();
    // A document may be led away before it counts as loaded.
    await tab.goto(urlOf('bare', path), { waitUntil: 'domcontentloaded' }).catch(() => undefined);
    const endsAt = Date.now() + BARE_TIME_MS;
    while (!isDone() && Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await tab.close();
  };

  return {
    site,
    profileRoot,
    executablePath,
    canaries,
    visit,
    visitBare,
    urlOf,
    publish: (path: string, page: PageText) => {
      pages.set(path, page);
      return path;
    },
    tell: (path: string, answer: () => string) => void answers.set(path, answer),
    onClose: (close: () => unknown) => void closers.push(close),
    /** Ends the browsers, then the canaries: whoever speaks late is heard. */
    close: async () => {
      for (const close of closers) await close();
      await (await browser)?.close();
      const heard = canaries.shut.touched();
      for (const canary of Object.values(canaries)) canary.close();
      server.close();
      server.closeAllConnections();
      await rm(profileRoot, { recursive: true, force: true });
      return heard;
    },
  };
};

export type BrowserScene = Awaited<ReturnType<typeof openBrowserScene>>;
