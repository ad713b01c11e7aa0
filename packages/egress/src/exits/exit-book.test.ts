import { describe, expect, it } from '@jest/globals';
import { updateExitHealth } from '../fetch/fetch-run.js';
import { createExitPools } from './exit-pools.js';
import { FIRST_PROXY_SUSPENSION_MS } from './exit-health.js';

const URL_OF = 'https://shop.example/';
const fetched = { url: URL_OF, tier: 'http', purpose: 'page', deadlineAtMs: Number.MAX_SAFE_INTEGER } as const;

const setUp = () => {
  let atMs = 1_000_000;
  const settings = { residential: ['http://user:secret@one.example:8080/?s={session}', 'http://two.example:8080'] };
  const pools = createExitPools({ settings, now: () => atMs });
  const choose = () => {
    const exit = pools.choose({ site: 'shop.example', proxyType: 'residential' });
    if (exit === undefined) throw new Error('no exit');
    return exit;
  };
  return { pools, choose, pass: (durationMs: number) => (atMs += durationMs) };
};

describe('the book of exits', () => {
  it('names exits by pool and place, never by address', () => {
    const { pools } = setUp();
    expect(pools.book.exits).toEqual(['direct', 'residential:0', 'residential:1']);
    expect(createExitPools({ settings: { datacenter: ['http://a.example'] } }).book.exits).toEqual(['datacenter:0']);
  });

  it('counts how attempts ended, each once, and not those that only speak of the target', () => {
    const { pools, choose } = setUp();
    const exit = choose();
    for (const attempt of [
      { verdict: 'ok', reason: undefined },
      { verdict: 'empty', reason: undefined },
      { verdict: 'blocked', reason: 'captcha' },
      { verdict: 'proxy_unavailable', reason: 'proxy_silent' },
      { verdict: 'not_found', reason: undefined },
      { verdict: 'timeout', reason: undefined },
    ] as never[]) {
      updateExitHealth(pools, exit, fetched, attempt);
    }
    const { gatewayKey } = exit;
    expect(pools.book.takeCounts()).toEqual([
      { exit: gatewayKey, outcome: 'served', count: 2 },
      { exit: gatewayKey, outcome: 'blocked', count: 1 },
      { exit: gatewayKey, outcome: 'failed', count: 1 },
    ]);
    expect(pools.book.takeCounts()).toEqual([]);
  });

  it('counts the own address too', () => {
    const { pools } = setUp();
    const direct = pools.choose({ site: 'shop.example' });
    if (direct === undefined) throw new Error('no exit');
    updateExitHealth(pools, direct, fetched, { verdict: 'ok', reason: undefined } as never);
    expect(pools.book.takeCounts()).toEqual([{ exit: 'direct', outcome: 'served', count: 1 }]);
  });

  it('says which exits rest: for a site after a block, for all after a failure, and only for that long', () => {
    const { pools, choose, pass } = setUp();
    expect(pools.book.resting()).toEqual([]);
    const exit = choose();
    pools.health.blocked(exit, 'shop.example');
    pools.health.blocked(exit, 'other.example');
    expect(pools.book.resting()).toEqual([{ exit: exit.gatewayKey, sites: 2 }]);
    pools.health.proxyFailed(exit);
    expect(pools.book.resting()).toEqual([
      { exit: exit.gatewayKey, sites: 2, untilMs: 1_000_000 + FIRST_PROXY_SUSPENSION_MS },
    ]);
    pass(FIRST_PROXY_SUSPENSION_MS);
    expect(pools.book.resting()).toEqual([{ exit: exit.gatewayKey, sites: 2 }]);
    pass(3_600_000);
    expect(pools.book.resting()).toEqual([]);
  });
});
