import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserLease } from '../../../src/browser/browser-pool.js';
import { startEgressProxy } from '../../../src/egress-proxy.js';
import { createGuardedLookup } from '../../../src/target/guarded-lookup.js';
import { sharedBrowser } from '../../scene/shared-browser.js';
import { createTargetRule } from '../../../src/target/target-rule.js';
import { openBrowserScene, type BrowserScene } from './browser-scene.js';
import { openCanary, type Canary } from '../canary.js';
import { toOwn } from '../client-scene.js';
import {
  DATAGRAM_WAYS,
  datagramPage,
  plainDatagramPage,
  TRANSPORT_WAY,
  tryDatagrams,
  WINDOWS,
  type DatagramPorts,
} from '../datagram-ways.js';
import { createBypassReport } from '../bypass-report.js';

const WAYS = [...DATAGRAM_WAYS, TRANSPORT_WAY] as const;
/** A page's way goes out as soon as its script runs: this is many times as long. */
const STAY_MS = 1_000;
const ELSEWHERE = 'elsewhere.test';
const tally = createBypassReport();

type WayCanaries = Readonly<Record<keyof DatagramPorts, Canary>>;
const openCanaries = async (): Promise<WayCanaries> => {
  const opened = WAYS.map(async (way) => [way, await openCanary({ addresses: ['127.0.0.1'] })] as const);
  // safe because every way has its entry
  return Object.fromEntries(await Promise.all(opened)) as WayCanaries;
};
const portsOf = (canaries: WayCanaries): DatagramPorts =>
  // safe because the entries are the same
  Object.fromEntries(WAYS.map((way) => [way, canaries[way].port])) as unknown as DatagramPorts;
const heardBy = (canaries: WayCanaries) => WAYS.filter((way) => canaries[way].touched() > 0);

let scene: BrowserScene;
let lease: BrowserLease | undefined;
let shut: WayCanaries;
let bare: WayCanaries;
beforeAll(async () => {
  scene = await openBrowserScene({ addresses: ['127.0.0.1'] });
  lease = await (await sharedBrowser()).pool.lease(new AbortController().signal);
  [shut, bare] = [await openCanaries(), await openCanaries()];
}, 40_000);
afterAll(async () => {
  await lease?.release();
  await scene.close();
  // Whatever the browsers still had in mind, they had the time for it.
  const heard = heardBy(shut);
  for (const canary of [...Object.values(shut), ...Object.values(bare)]) canary.close();
  tally.fail(heard.length);
  tally.record('no way in: Chromium tier, datagrams');
  expect(heard).toEqual([]);
}, 30_000);

describe('Chromium tier', () => {
  it('sends no datagram from a page, its frames, workers and popups, those that a click opens too', async () => {
    const { site, publish, urlOf, visit, visitBare } = scene;
    const page = (canaries: WayCanaries, side: string) => {
      const ports = portsOf(canaries);
      const elsewhere = publish(`/own-${side}`, { body: () => plainDatagramPage(ports) });
      return publish(`/from-${side}`, {
        body: () => datagramPage(ports, `http://${ELSEWHERE}:${site}/${side}${elsewhere}`),
      });
    };
    const [shutPath, barePath] = [page(shut, 'shut'), page(bare, 'bare')];
    const isDone = () => heardBy(bare).length === WAYS.length;
    const [outcome] = await Promise.all([
      visit('shut', urlOf('shut', shutPath), { jsScenario: [{ click: '#go' }, { wait: STAY_MS }] }),
      visitBare(barePath, isDone),
    ]);
    expect(outcome.verdict).toBe('ok');
    expect(heardBy(shut)).toEqual([]);
    // By a browser without guards each is heard, in the same time.
    expect(heardBy(bare)).toEqual([...WAYS]);
    WAYS.forEach((way) => tally.count(undefined, way));
  }, 60_000);

  it('sends none from windows that nothing hardened: the browser itself is the wall', async () => {
    if (!lease) throw new Error('The browser of the tests has ended.');
    const { browser } = lease.process;
    const rule = createTargetRule({ allow: [`127.0.0.1:${scene.site}`] });
    const proxy = await startEgressProxy({ rule, lookup: createGuardedLookup({ rule, resolver: toOwn }) });
    const context = await browser.createBrowserContext({
      proxyServer: `http://127.0.0.1:${proxy.port}`,
      proxyBypassList: ['<-loopback>'],
    });
    const path = scene.publish('/plain', { body: () => '<!doctype html><body>plain' });
    try {
      const attempt = tryDatagrams(portsOf(shut));
      const tryFrom = async (make: string) => {
        const page = await context.newPage();
        await page.goto(scene.urlOf('shut', path));
        // As by a click: what is evaluated so may open a window, and that one more.
        const made = await page.evaluate(
          `(() => { const w = ${make}; if (!w) return false; (${attempt})(w); return typeof w.RTCPeerConnection })()`,
        );
        return [make, made] as const;
      };
      const made = await Promise.all(Object.values(WINDOWS).map(tryFrom));
      const inPopups = (await context.pages()).filter((page) => page.url() === 'about:blank');
      expect(inPopups.length).toBeGreaterThan(0);
      for (const popup of inPopups) {
        await popup.evaluate(`{ const w = open('about:blank'); if (w) (${attempt})(w) }`);
        tally.count();
      }
      // Nothing was taken away there: it is tried for real.
      expect(made.filter(([, type]) => type === 'function').length).toBeGreaterThanOrEqual(4);
      await new Promise((resolve) => setTimeout(resolve, STAY_MS / 4));
      expect(heardBy(shut)).toEqual([]);
      made.forEach(() => tally.count());
    } finally {
      await context.close();
      await proxy.close();
    }
  }, 60_000);
});
