import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import puppeteer from 'puppeteer-core';
import { readGroup } from '../../../src/browser/process/process-tree.js';
import { sharedBrowser } from '../../scene/shared-browser.js';
import { idsOf, openBrowserScene, type BrowserScene } from './browser-scene.js';
import type { Resolver } from '../../../src/target/guarded-lookup.js';
import { openCanaryBeside, toOwn } from '../client-scene.js';
import { createWireResolver, startDnsServer, type DnsServer } from '../dns-server.js';
import { INWARD_NAMES, nameOf, turningNames, zoneOf, type DnsWay } from '../dns-ways.js';
import { FOREIGN_SCHEMES, INWARD_SPELLINGS } from '../host-spellings.js';
import { listeningPorts } from '../listening-ports.js';
import { sampleWays } from '../sample-ways.js';
import { createBypassReport, NO_CONTROL } from '../bypass-report.js';

const REDIRECTS = [301, 302, 303, 307, 308];
const SECRET = 'the-words-of-a-local-file';
/** Pages at once: each is a context of its own. */
const WIDTH = 8;
const tally = createBypassReport();
const TURNING = sampleWays(
  turningNames('127.0.0.1').filter(({ isFirstOpen }) => isFirstOpen),
  3,
);
/** Names that turn do so once: each side has its own. */
const NAMES: readonly DnsWay[] = [...INWARD_NAMES, ...TURNING, ...TURNING];
const turningAt = { shut: INWARD_NAMES.length, open: INWARD_NAMES.length + TURNING.length } as const;
let scene: BrowserScene;
let names: DnsServer;
beforeAll(async () => {
  names = await startDnsServer(zoneOf(NAMES));
  const askWire = createWireResolver(names.port);
  const resolver: Resolver = (hostname) => (/\.zone\.test\.?$/.test(hostname) ? askWire(hostname) : toOwn(hostname));
  scene = await openBrowserScene({ resolver });
});
afterAll(async () => {
  const heard = await scene.close();
  names.close();
  tally.fail(heard);
  tally.record('no way in: Chromium tier, targets');
  expect(heard).toBe(0);
}, 30_000);

const redirectTo = (url: string, statusCode = 302) =>
  `http://127.0.0.1:${scene.site}/redirect/${statusCode}?to=${encodeURIComponent(url)}`;
/** One slash after the scheme is a path of the same site where there is one. */
const isRelative = (url: string) => /^http:\/[^/\\]/.test(url);

/** No part of a page may name a user; a page itself may. */
const hasUserinfo = (url: string) => URL.parse(url)?.username !== '';

const expectSilence = () => {
  const { shut } = scene.canaries;
  const heard = { touched: shut.touched(), paths: shut.paths() };
  tally.fail(heard.touched);
  expect(heard).toEqual({ touched: 0, paths: [] });
};

const loadAll = (urls: readonly string[]) =>
  `<!doctype html><body><script>for (const url of ${JSON.stringify(urls).replaceAll('<', '\\u003c')}) { try { new Image().src = url } catch {} }</script>`;

describe('Chromium tier', () => {
  it('lets no spelling pass that a page asks for, or is redirected to', async () => {
    const { canaries, publish, urlOf, visit } = scene;
    const write = (port: number) =>
      INWARD_SPELLINGS.flatMap((spelling, at) => {
        // The browser keeps one request of those that read alike, so each has a path of its own.
        const named = (id: string) =>
          spelling.write(port).replace(/[/\\]?([#?].*|@example\.com\/|\s*)$/, (_all, tail: string) => `/${id}${tail}`);
        return [named(`s${at}`), redirectTo(named(`r${at}`), REDIRECTS[at % REDIRECTS.length])];
      });
    const path = publish('/spellings', { body: (port) => loadAll(write(port)) });
    for (const canary of Object.values(canaries)) canary.reset();
    await Promise.all([visit('shut', urlOf('shut', path)), visit('open', urlOf('open', path))]);
    expectSilence();
    const reached = idsOf(canaries.open);
    const missing: string[] = [];
    INWARD_SPELLINGS.forEach(({ name, write: spell }, at) => {
      for (const id of [`s${at}`, `r${at}`]) {
        if (!reached.has(id) && !isRelative(spell(1)) && !hasUserinfo(spell(1))) missing.push(`${id} ${name}`);
        tally.count(reached.has(id) ? undefined : NO_CONTROL.notGone, name);
      }
    });
    expect(missing).toEqual([]);
  }, 60_000);

  it(
    'goes to no spelling itself, straight or by a redirect',
    async () => {
      const { canaries, visit } = scene;
      const some = sampleWays(INWARD_SPELLINGS, 48);
      const tryOne = async ({ write }: (typeof some)[number], at: number) => {
        const status = REDIRECTS[at % REDIRECTS.length] ?? 302;
        const shutUrl = write(canaries.shut.port);
        const [straight, redirected, open] = await Promise.all([
          visit('shut', shutUrl),
          visit('shut', redirectTo(shutUrl, status)),
          visit('open', redirectTo(write(canaries.open.port), status)),
        ]);
        expect([straight.verdict, isRelative(shutUrl) || redirected.verdict]).toEqual([
          'forbidden',
          isRelative(shutUrl) || 'forbidden',
        ]);
        const isReached = open.page?.text?.includes('canary') ?? false;
        expect({ shutUrl, isReached }).toEqual({ shutUrl, isReached: !isRelative(shutUrl) });
        tally.count(NO_CONTROL.undialled);
        tally.count(isReached ? undefined : NO_CONTROL.notGone);
      };
      canaries.shut.reset();
      for (let at = 0; at < some.length; at += WIDTH)
        await Promise.all(some.slice(at, at + WIDTH).map((one, beside) => tryOne(one, at + beside)));
      expectSilence();
    },
    proofSize(60_000, 300_000),
  );

  it('refuses other schemes, also of a redirect, and shows no local file', async () => {
    const { canaries, profileRoot, publish, urlOf, visit } = scene;
    const secretFile = join(profileRoot, 'secret.html');
    await writeFile(secretFile, SECRET);
    const file = `file://${secretFile}`;
    canaries.shut.reset();
    for (const { write } of FOREIGN_SCHEMES) {
      expect(await visit('open', write(canaries.shut.port))).toMatchObject({ verdict: 'forbidden', attempts: 0 });
      tally.count(NO_CONTROL.otherScheme);
    }
    const leading = [
      '<meta http-equiv=refresh content="0;url=@">',
      '<script>location = "@"</script>',
      '<script>open("@", "_self")</script>',
    ];
    const loading = ['<iframe src="@"></iframe>', '<object data="@"></object>', '<embed src="@">', '<iframe src="view-source:@"></iframe>',
      '<script>fetch("@").then((r) => r.text()).then((t) => document.body.append(t))</script>',
      '<script>new EventSource("@")</script><link rel=preload as=fetch href="@"><a href="@" id=a></a><script>a.click()</script>',
      '<link rel=stylesheet href="@"><script src="@"></script><img src="@">']; // oxfmt-ignore
    const paths = [...leading, loading.join('')].map((way, at) =>
      publish(`/file/${at}`, { body: () => way.replaceAll('@', file) }),
    );
    const urls = [...paths.map((path) => urlOf('shut', path)), redirectTo(file), redirectTo(`view-source:${file}`)];
    const outcomes = await Promise.all(urls.map((url) => visit('shut', url)));
    for (const outcome of outcomes) {
      expect(outcome.page?.text ?? '').not.toContain(SECRET);
      tally.count(NO_CONTROL.otherScheme);
    }
    loading.slice(1).forEach(() => tally.count(NO_CONTROL.otherScheme));
    expectSilence();
  }, 60_000);

  it('lets no name lead a page inward, on the wire', async () => {
    const { canaries, publish, urlOf, visit } = scene;
    const path = publish('/names', {
      body: (port) =>
        loadAll(
          INWARD_NAMES.flatMap((_way, at) => ['', '.'].map((dot) => `http://${nameOf(at)}${dot}:${port}/n${at}`)),
        ),
    });
    canaries.shut.reset();
    canaries.open.reset();
    await Promise.all([visit('shut', urlOf('shut', path)), visit('open', urlOf('open', path))]);
    expectSilence();
    const reached = idsOf(canaries.open);
    expect([...INWARD_NAMES.keys()].filter((at) => !reached.has(`n${at}`))).toEqual([]);
    INWARD_NAMES.forEach(() => tally.count());
  }, 60_000);

  it('dials a name that turned inward neither for its page nor for what the page loads', async () => {
    const { publish, site, visit } = scene;
    const beside = await openCanaryBeside('127.0.0.1', site);
    scene.onClose(() => beside.close());
    publish('/turned', {
      body: () =>
        '<img src="/a.png"><iframe src="/b"></iframe><script>fetch("/c"); new WebSocket(`ws://${location.host}/d`)</script>',
      headers: () => ({ connection: 'close' }),
    });
    for (const side of ['shut', 'open'] as const) {
      const hosts = TURNING.map((_way, at) => nameOf(turningAt[side] + at));
      beside.reset();
      const outcomes = await Promise.all(hosts.map((host) => visit(side, `http://${host}:${site}/${side}/turned`)));
      expect(outcomes.map(({ page }) => page?.statusCode)).toEqual(hosts.map(() => 200));
      // Each page asked again for what it loads.
      const asked = hosts.map((host) => names.questions().filter((name) => name === host).length);
      expect(Math.min(...asked)).toBeGreaterThan(2);
      if (side === 'shut') tally.fail(beside.touched());
      expect({ side, isReached: beside.touched() > 0 }).toEqual({ side, isReached: side === 'open' });
    }
    TURNING.forEach(() => tally.count());
  }, 60_000);

  it('lets no page speak to a proxy of ours, its own or another one’s', async () => {
    const { canaries, publish, site, tell, urlOf, visit } = scene;
    const known = new Set([site, ...Object.values(canaries).map(({ port }) => port)]);
    const told: number[] = [];
    // A page that guessed right: it is told every port on which this process listens.
    tell('/shut/guess', () => {
      told.push(...listeningPorts([process.pid]).filter((port) => !known.has(port)));
      return JSON.stringify(told);
    });
    const path = publish('/guessing', {
      body: (port) => `<!doctype html><body><script>fetch('guess').then((r) => r.json()).then((ports) => {
        const inner = '127.0.0.1:${port}';
        for (const port of ports) for (const host of ['127.0.0.1', 'localhost', '[::1]', '0', '2130706433', '[::ffff:7f00:1]']) {
          const at = 'http://' + host + ':' + port;
          for (const url of [at + '/http://' + inner + '/x', at + '/', at + '?http://' + inner + '/']) {
            fetch(url, { mode: 'no-cors' }); new Image().src = url;
            fetch(url, { mode: 'no-cors', method: 'POST', body: 'CONNECT ' + inner + ' HTTP/1.1\\r\\nHost: x\\r\\n\\r\\nGET http://' + inner + '/y HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' });
            try { new WebSocket(url.replace('http', 'ws')) } catch {}
          }
          fetch(at.replace('http', 'https')).catch(() => {});
        }
      })</script>`,
    });
    canaries.shut.reset();
    await Promise.all([visit('shut', urlOf('shut', path)), visit('shut', urlOf('shut', path))]);
    expect(told.length).toBeGreaterThan(1);
    expectSilence();
    for (const way of ['tunnel', 'absolute form', 'body', 'socket']) tally.count(NO_CONTROL.notGone, `proxy by ${way}`);
  }, 60_000);

  it('listens on no port, for debugging or else', async () => {
    const { executablePath } = scene;
    const { launched, profileRoot } = await sharedBrowser();
    const found = (await readdir(profileRoot, { recursive: true })).filter((name) =>
      name.includes('DevToolsActivePort'),
    );
    expect(found).toEqual([]);
    const pids = launched.filter((one) => one.isAlive()).map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) {
      const group = (await readGroup(pid)).map((entry) => entry.pid);
      expect(group.length).toBeGreaterThan(1);
      expect(listeningPorts(group)).toEqual([]);
    }
    const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const debugged = await puppeteer.launch({ executablePath, headless: true, args: flags, debuggingPort: 0 });
    try {
      expect(listeningPorts([debugged.process()?.pid ?? 0]).length).toBeGreaterThan(0);
    } finally {
      await debugged.close();
    }
    tally.count();
  }, 30_000);
});
