import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCanary } from './canary.js';
import { tryOuterWays, type OuterEnd } from './outer-ways.js';
import { hasPrivateNetworks, runInPrivateNetwork } from './private-network.js';
import { createBypassReport, NO_CONTROL } from './bypass-report.js';

const CLIENTS = ['HTTP tier', 'HTTP tier, redirects', 'webhook client', 'page proxy, tunnel', 'page proxy, plain'];
const TIME_MS = 60_000;
/** Multicast, broadcast, link-local and what is no address: no connection leads there on any network. */
const UNDIALLED = /^(?:a name for )?\[?(?:2(?:2[4-9]|3\d)\.|255\.255|4294967295|fe[89ab]|ff0|nonsense|$)/;
/** The proxies alone are given spellings unread. */
const isUnwritten = (client: string, way: string) => client.startsWith('page proxy') && /[^ -~]/.test(way);
const isOurs = hasPrivateNetworks();
let ends: readonly OuterEnd[] = [];

beforeAll(async () => {
  if (isOurs) {
    const script = new URL('./outer-ways.child.ts', import.meta.url);
    ends = (await runInPrivateNetwork({ script, args: [], timeoutMs: TIME_MS })) as OuterEnd[];
    return;
  }
  const canary = await openCanary();
  ends = await tryOuterWays({ canary, isOurs });
  canary.close();
}, TIME_MS);

describe.each(CLIENTS)(
  `%s, ${isOurs ? 'where every address is ours' : 'without controls: no private networks here'}`,
  (client) => {
    const tally = createBypassReport();
    afterAll(() => tally.record(`no way in: ${client}, further addresses`));

    it('reaches nothing beyond this machine', () => {
      const own = ends.filter((one) => one.client === client);
      expect(own.length).toBeGreaterThan(90);
      const seen = own.filter(({ end, touched }) => end !== 'refused' || touched > 0);
      tally.fail(seen.length);
      expect(seen).toEqual([]);
      for (const { isReached, way } of own) {
        if (isReached) tally.count();
        else if (!isOurs) tally.count(NO_CONTROL.otherNetwork);
        else tally.count(isUnwritten(client, way) ? NO_CONTROL.notOnWire : NO_CONTROL.undialled);
      }
    });

    (isOurs ? it : it.skip)('would reach each of them, were it let', () => {
      const unreached = ends.filter((one) => one.client === client && !one.isReached).map(({ way }) => way);
      expect(unreached.filter((way) => !UNDIALLED.test(way) && !isUnwritten(client, way))).toEqual([]);
    });
  },
);
