import { afterAll, describe, expect, it } from '@jest/globals';
import { createExitPools } from '../exits/exit-pools.js';
import { createDialler } from '../exits/dial-target.js';
import { createGuardedLookup, type Resolver } from './guarded-lookup.js';
import { toNetworkFailure } from '../fetch/network-error.js';
import { createHttpTierScene, toLoopback } from '../../test/scene/http-tier-scene.js';
import { createTargetRule } from './target-rule.js';
import { createWebhookSender } from '../webhook-sender.js';

const { run, serve, close } = createHttpTierScene();
afterAll(close);

const unknown: Resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
const nobody: Resolver = async () => [];
const inward: Resolver = async () => [
  { address: '10.1.2.3', family: 4 },
  { address: 'fd00::1', family: 6 },
];
const NAMES = ['http://inner.example/', 'https://inner.example/', 'http://inner.example:8443/x?y'];

/** What each resolver's names come to must be one and the same. */
const expectOneEnd = async <End>(endOf: (resolver: Resolver) => Promise<End>, end: unknown): Promise<void> => {
  const ends = await Promise.all([unknown, nobody, inward, toLoopback].map(endOf));
  expect(ends).toEqual(ends.map(() => end));
};

const NOT_FOUND = { isAnswered: false, verdict: 'dns_error', reason: 'ENOTFOUND', stopped: undefined };

describe('a name that leads inward and one that does not exist are one', () => {
  it('to who asks for a page', async () => {
    for (const url of NAMES) await expectOneEnd((resolver) => run({ url, allow: [], resolver }), NOT_FOUND);
  });

  it('to who is redirected there', async () => {
    for (const location of NAMES) {
      const port = await serve((_request, response) => response.writeHead(302, { location }).end());
      await expectOneEnd((resolver) => run({ url: `http://127.0.0.1:${port}/`, resolver }), NOT_FOUND);
    }
  });

  it('to who leaves by a proxy', async () => {
    const exit = createExitPools({ settings: { datacenter: ['socks5h://127.0.0.1:1#by-name'] } }).choose({ site: '' });
    await expectOneEnd(
      async (resolver) => {
        const rule = createTargetRule();
        const dial = createDialler({ rule, lookup: createGuardedLookup({ rule, resolver }) }).through(exit);
        const target = { hostname: 'inner.example', port: 443, isTunnelled: true };
        return dial?.(target).then(() => 'dialled', toNetworkFailure);
      },
      { verdict: 'dns_error', reason: 'ENOTFOUND' },
    );
  });

  it('to who has webhooks sent there', async () => {
    for (const url of NAMES) {
      await expectOneEnd(
        (resolver) => {
          const sender = createWebhookSender({ rule: createTargetRule(), resolver });
          const delivery = { url, body: '{}', headers: {}, timeoutMs: 5_000 };
          return sender.send(delivery, new AbortController().signal).finally(() => sender.close());
        },
        { outcome: 'failed', reason: 'ENOTFOUND' },
      );
    }
  });
});
