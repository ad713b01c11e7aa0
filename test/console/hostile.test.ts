import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { REPOSITORY_ROOT } from '@quarry/testkit';
import { readWebFiles } from '../../services/console/src/static/web-files.js';
import { openConsoleScene, type ConsoleScene } from '../../services/console/test/console-scene.js';
import { openMockConsole } from '../../services/console/test/open-mock-console.js';
import { PAGES } from './app-pages.js';
import { openWalk, type OpenWalk } from './walker.js';

const TIMEOUT_MS = 300_000;

let folder: string;
let mock: Awaited<ReturnType<typeof openMockConsole>>;
let scene: ConsoleScene;
let walk: OpenWalk | undefined;
/** Somebody else's server, and what it was asked for. */
let stranger: Server;
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-hostile-'));
  const web = readWebFiles(join(REPOSITORY_ROOT, 'dist/console-web'));
  mock = await openMockConsole(web);
  scene = await openConsoleScene({ web });
  stranger = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('globalThis.hostile = 1');
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  walk = await openWalk(mock.url, folder);
}, TIMEOUT_MS);

afterAll(async () => {
  await walk?.close();
  await Promise.all([mock.close(), scene.close()]);
  stranger.closeAllConnections();
  stranger.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const pageOf = (): Page => {
  if (walk === undefined) throw new Error('there is no Chromium');
  return walk.walker.page;
};

/** Runs in the page: what of an attack has become more than text, one line each. */
const FOUND = `[
  ...(globalThis.hostile === undefined ? [] : ['a script ran']),
  ...[...document.querySelectorAll('.hostile, img[src=x], script:not([src])')].map((one) => one.outerHTML.slice(0, 200)),
  ...[...document.querySelectorAll('[href], [src], [action], [srcdoc]')]
    .filter((one) => ['href', 'src', 'action', 'srcdoc'].some((name) => /^\\s*javascript:|<script/i.test(one.getAttribute(name) ?? '')))
    .map((one) => one.outerHTML.slice(0, 200)),
]`;

/** Opens a page without loading the app anew. */
const go = async (path: string): Promise<void> => {
  const page = pageOf();
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
  await page.waitForNetworkIdle({ idleTime: 200, concurrency: 2 });
};

describe('texts, titles and addresses that sites and people choose', () => {
  it(
    'stay text on every page',
    async () => {
      const page = pageOf();
      await page.setCookie({ name: 'mock', value: 'hostile', url: mock.url });
      await page.goto(mock.url, { waitUntil: 'networkidle2' });
      const faults: string[] = [];
      const look = async (where: string): Promise<void> => {
        const found = (await page.evaluate(FOUND)) as string[];
        faults.push(...found.map((line) => `${where}: ${line}`));
      };
      let shown = 0;
      for (const path of Object.values(PAGES)) {
        await go(path);
        await look(path);
        if ((await walk?.walker.text())?.includes('globalThis.hostile') === true) shown += 1;
        const tabs = await page.$$('main [role=tab]');
        for (const [index, tab] of tabs.entries()) {
          await tab.click();
          await look(`${path}, tab ${index}`);
        }
      }
      expect(faults).toEqual([]);
      // Pages of forms show nothing that others have chosen.
      expect(shown).toBeGreaterThan(10);
      expect(walk?.faults.filter((line) => /refused to (?:run|execute|load)|content security/i.test(line))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

const ID = '19a42dc9-fb85-4f08-bb59-6e226ac31003';

const attackOf = (evil: string): string => `<!doctype html><html><head>
<meta http-equiv="refresh" content="0;url=${evil}/refresh"><base href="${evil}/"><link rel=stylesheet href="${evil}/style.css">
<script>globalThis.hostile = 1; top.location = '${evil}/top'</script><script src="${evil}/script.js"></script></head>
<body onload="globalThis.hostile=1;fetch('${evil}/onload')"><h1>Attack</h1><a href="${evil}/link" target=_top>link</a>
<form action="${evil}/form"><button autofocus>send</button></form><img src="${evil}/picture.png" onerror="globalThis.hostile=1">
<iframe src="${evil}/frame"></iframe><iframe srcdoc="<script>parent.hostile=1</script>"></iframe>
<object data="${evil}/object"></object><svg onload="globalThis.hostile=1"><script>globalThis.hostile=1</script></svg>
<style>@import '${evil}/import.css'; h1 { background: url(${evil}/background.png) }</style></body></html>`;

/** A gateway with one failed request, whose stored page is an attack. */
const storeAttack = (evil: string): void => {
  const data = {
    ...{ id: ID, operation: 'scrape/web', status: 'error', error: 'target_blocked', retryable: true, params: {} },
    ...{ createdAt: new Date().toISOString(), timings: {}, creditsHeld: 0, creditsCharged: 0 },
    html: `http://127.0.0.1:3000/files/someone/${ID}/document-d9d7cb92.html`,
  };
  scene.gateway.answer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/files/')) response.setHeader('content-type', 'text/html; charset=utf-8').end(attackOf(evil));
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', data }));
  });
};

describe('a stored page that attacks', () => {
  it(
    'runs nothing, loads nothing, and has no origin',
    async () => {
      const evil = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
      storeAttack(evil);
      const page = pageOf();
      const [name = '', value = ''] = (await scene.signUp()).cookie.split('=');
      await page.setCookie({ name, value, url: scene.url });
      const address = `${scene.url}/requests/${ID}`;
      await page.goto(address, { waitUntil: 'networkidle2' });
      const frame = await walk?.walker.frameAt('/api/frame/');
      await frame?.waitForSelector('h1');
      expect(await frame?.evaluate('[self.origin, typeof globalThis.hostile]')).toEqual(['null', 'undefined']);
      await expect(frame?.evaluate('document.cookie')).rejects.toThrow(/sandboxed/);
      await expect(frame?.evaluate('parent.document')).rejects.toThrow(/Blocked a frame/);
      // The app's own policy lets the frame go nowhere, so that a click leaves it empty at most.
      await frame?.click('button');
      await frame?.click('a');
      await page.waitForNetworkIdle({ concurrency: 2 });
      expect(await page.evaluate('typeof globalThis.hostile')).toBe('undefined');
      expect(page.url()).toBe(address);
      expect(asked).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
