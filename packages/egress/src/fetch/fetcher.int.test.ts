import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createProfileFolder } from '../browser/process/profile-folder.js';
import { MAX_SCREENSHOT_HEIGHT_PX, VIEWPORT } from '../browser/page/pictures/take-screenshot.js';
import type { FetcherOptions } from './fetcher-options.js';
import { createFetcher } from './fetcher.js';
import type { FetchRequest } from '../port.js';
import { createLoopbackScene, type Route } from '../../test/scene/loopback-scene.js';
import { sharedBrowser } from '../../test/scene/shared-browser.js';
import { createTargetRule } from '../target/target-rule.js';

const scene = createLoopbackScene();
let profileRoot = '';
beforeAll(async () => {
  profileRoot = await mkdtemp(join(tmpdir(), 'fetcher-'));
});
afterEach(() => scene.close());
afterAll(() => rm(profileRoot, { recursive: true, force: true }));

const startFetcher = (port: number, chromium: FetcherOptions['chromium']) => {
  const rule = createTargetRule({ allow: [`127.0.0.1:${port}`] });
  const fetcher = createFetcher({ rule, chromium });
  scene.onClose(() => fetcher.close());
  const fetch = (path: string, request: Partial<FetchRequest> = {}) =>
    fetcher.fetch(
      {
        url: `http://127.0.0.1:${port}${path}`,
        tier: 'browser',
        purpose: 'page',
        deadlineAtMs: Date.now() + 60_000,
        ...request,
      },
      new AbortController().signal,
    );
  return { fetcher, fetch };
};

/** Width and height from the frame header of a jpeg. */
const jpegSize = (bytes: Uint8Array): { width: number; height: number } => {
  const data = Buffer.from(bytes);
  let at = 2;
  while (at < data.length) {
    const marker = data.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc3)
      return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    at += 2 + data.readUInt16BE(at + 2);
  }
  throw new Error('No frame in this jpeg.');
};

const WORDS = 'Plain words of an ordinary page. '.repeat(20);

describe('fetcher with a browser', () => {
  it('serves both tiers, one browser identity, and leaves no folder behind', async () => {
    const { port, seen } = await scene.serveRoutes({
      '/page': `<!doctype html><meta charset=iso-8859-1><p id=p>${WORDS}</p><script>p.append('Ünïcode')</script>`,
    });
    const { fetcher, fetch } = startFetcher(port, { profileRoot });
    const rendered = await fetch('/page');
    expect(rendered).toMatchObject({ verdict: 'ok', tier: 'browser', attempts: 1, page: { mediaType: 'text/html' } });
    expect(rendered.page?.text).toMatch(/^<!DOCTYPE html>.*Ünïcode<\/p>/s);
    const plain = await fetch('/page', { tier: 'http' });
    expect(plain).toMatchObject({ verdict: 'ok', tier: 'http' });
    expect(plain.page?.text).not.toMatch(/Ünïcode<\/p>/);
    const agents = seen.filter(({ url }) => url === '/page').map(({ headers }) => headers['user-agent']);
    expect(new Set(agents).size).toBe(1);
    expect(await readdir(profileRoot)).toHaveLength(1);
    await fetcher.close();
    expect(await readdir(profileRoot)).toEqual([]);
  });

  it('cuts a screenshot at its bound, and takes a short page whole', async () => {
    const { port } = await scene.serveRoutes({
      '/long': `<body style="margin:0"><p>${WORDS}</p><div style="height:${MAX_SCREENSHOT_HEIGHT_PX * 2}px"></div>`,
      '/short': `<body style="margin:0"><p>${WORDS}</p>`,
    });
    const { fetch } = startFetcher(port, await sharedBrowser());
    const { width } = VIEWPORT;
    const long = await fetch('/long', { screenshot: true });
    expect(jpegSize(long.page?.screenshot ?? new Uint8Array())).toEqual({ width, height: MAX_SCREENSHOT_HEIGHT_PX });
    const short = await fetch('/short', { screenshot: true });
    expect(jpegSize(short.page?.screenshot ?? new Uint8Array())).toEqual({ width, height: VIEWPORT.height });
    expect((await fetch('/short')).page?.screenshot).toBeUndefined();
  });

  it('judges rendered pages: a refusal is one here too', async () => {
    const { port } = await scene.serveRoutes({ '/none': { body: `<p>${WORDS}</p>`, status: 410 } });
    const { fetch } = startFetcher(port, await sharedBrowser());
    expect(await fetch('/none')).toMatchObject({ verdict: 'target_4xx', tier: 'browser', page: { statusCode: 410 } });
    expect(await fetch('/none', { url: 'http://169.254.169.254/' })).toMatchObject({
      verdict: 'forbidden',
      attempts: 0,
    });
  });

  it('knows a page of no bytes, and one that only looks like it', async () => {
    const { port } = await scene.serveRoutes({
      '/none': { body: '', type: 'text/html' },
      '/bare': '<html></html>',
      '/quiet': { body: '', status: 204 },
    });
    const { fetch } = startFetcher(port, await sharedBrowser());
    const empty = { verdict: 'empty', tier: 'browser', warnings: ['empty_document'], page: { text: '' } };
    expect(await fetch('/none')).toMatchObject(empty);
    expect(await fetch('/quiet')).toMatchObject(empty);
    expect((await fetch('/bare')).verdict).not.toBe('empty');
  });

  it('charges no redirect that leads nowhere', async () => {
    const statuses = [300, 302, 304];
    const routes = statuses.map((status) => [`/${status}`, { body: status === 304 ? '' : `<p>${WORDS}</p>`, status }]);
    const { port } = await scene.serveRoutes(Object.fromEntries(routes) as Record<string, Route>);
    const { fetch } = startFetcher(port, await sharedBrowser());
    const ends = await Promise.all(statuses.map((status) => fetch(`/${status}`)));
    const end = { verdict: 'target_5xx', reason: 'redirect_without_location', attempts: 1 };
    expect(ends).toMatchObject([end, end, end]);
  });

  it('sweeps leftovers when it starts, and says so where the browser does not start', async () => {
    const { port } = await scene.serveRoutes({ '/': WORDS });
    const leftover = await createProfileFolder(profileRoot);
    await rm(join(leftover.path, 'owner.json'));
    const { fetch } = startFetcher(port, { profileRoot, executablePath: '/nonexistent/browser' });
    expect(await fetch('/')).toMatchObject({ verdict: 'internal_error', reason: 'browser_not_started' });
    expect(await readdir(profileRoot)).toEqual([]);
    await rm(leftover.temporaryDir, { recursive: true });
    expect(await fetch('/', { tier: 'http' })).toMatchObject({ verdict: 'ok' });
  });
});
