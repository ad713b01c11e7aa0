import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SharedBrowser } from '../fetch/fetcher-options.js';
import type { FetchOutcome, FetchSession } from '../port.js';
import { createProxyScene } from '../../test/scene/proxy-scene.js';
import { sharedBrowser } from '../../test/scene/shared-browser.js';
import { findTinyproxy, startTinyproxy } from '../../test/scene/tinyproxy.js';

const scene = createProxyScene();
let chromium: SharedBrowser;
beforeAll(async () => {
  chromium = await sharedBrowser();
});
afterEach(() => scene.close());

const sessionAfter = ({ session, verdict }: FetchOutcome): FetchSession => {
  if (verdict !== 'ok' || !session) throw new Error(`no session: ${verdict}`);
  return { cookies: [], exitId: session.exit.id };
};

describe.each(['http', 'browser'] as const)('a session that leaves by one of two proxies, over %s', (tier) => {
  const start = async () => {
    const target = await scene.serveTarget('http');
    const proxies = [await scene.startChain(), await scene.startChain()];
    const fetchBy = (datacenter: string[]) => {
      const fetch = scene.startFetcher({ datacenter }, { chromium });
      return (session: FetchSession) => fetch(target.url, { tier, session });
    };
    const both = proxies.map(({ template }) => template);
    const first = await fetchBy(both)({ cookies: [] });
    const [own, other] = [proxies, proxies.toReversed()].find(([one]) => (one?.asks.length ?? 0) > 0) ?? [];
    if (!own || !other) throw new Error('no proxy was asked');
    return { target, both, fetchBy, own, other, session: sessionAfter(first) };
  };

  it('stays there in other processes, and fails while that one is down', async () => {
    const { target, both, fetchBy, own, other, session } = await start();
    for (const listed of [both, both.toReversed()]) {
      const outcome = await fetchBy(listed)(session);
      expect(sessionAfter(outcome)).toEqual(session);
    }
    expect(other.asks).toEqual([]);
    const askedBefore = target.hosts.length;
    await own.server.close(true);
    const fetch = fetchBy(both);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await fetch(session)).toMatchObject({ verdict: 'connection_error', reason: 'proxy_unreachable' });
    }
    expect(other.asks).toEqual([]);
    expect(target.hosts).toHaveLength(askedBefore);
  });

  it('leaves by the other one once its own is gone from the settings, and says which', async () => {
    const { fetchBy, own, other, session } = await start();
    const askedBefore = own.asks.length;
    const next = sessionAfter(await fetchBy([other.template])(session));
    expect(next.exitId).not.toBe(session.exitId);
    expect(own.asks).toHaveLength(askedBefore);
    // The first one is listed again: the session keeps the second.
    const othersBefore = other.asks.length;
    expect(sessionAfter(await fetchBy([own.template, other.template])(next))).toEqual(next);
    expect(own.asks).toHaveLength(askedBefore);
    expect(other.asks.length).toBeGreaterThan(othersBefore);
  });
});

const tinyproxy = findTinyproxy();
const itTinyproxy = tinyproxy === undefined ? it.skip : it;

describe(tinyproxy === undefined ? 'tinyproxy: not installed, not tested' : 'a session by two of tinyproxy', () => {
  itTinyproxy('does not leave its own for the other, and does once it is gone from the settings', async () => {
    const start = async () => {
      const port = await scene.findClosedPort();
      const server = await startTinyproxy(tinyproxy ?? '', { port });
      return { template: `http://127.0.0.1:${port}`, close: () => server.close() };
    };
    const [own, other] = [await start(), await start()];
    scene.onClose(() => other.close());
    const { url, hosts } = await scene.serveTarget('http');
    const session = sessionAfter(
      await scene.startFetcher({ datacenter: [own.template] })(url, { session: { cookies: [] } }),
    );
    await own.close();
    const both = scene.startFetcher({ datacenter: [own.template, other.template] });
    expect(await both(url, { session })).toMatchObject({ verdict: 'connection_error', reason: 'proxy_unreachable' });
    expect(hosts).toHaveLength(1);
    const next = sessionAfter(await scene.startFetcher({ datacenter: [other.template] })(url, { session }));
    expect(next.exitId).not.toBe(session.exitId);
    expect(hosts).toHaveLength(2);
  });
});
