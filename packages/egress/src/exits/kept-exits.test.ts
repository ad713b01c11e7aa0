import { describe, expect, it } from '@jest/globals';
import { createExitPools, type ExitAsk, type ExitSettings } from './exit-pools.js';

const ASK: ExitAsk = { site: 'shop.example' };
const A = 'http://user-{country}-{session}:pw@a.example:8000';
const B = 'http://user:pw@b.example:8000';

const keptIn = (settings: ExitSettings, ask: Partial<ExitAsk> = {}) =>
  createExitPools({ settings }).choose({ ...ASK, ...ask });

describe('the exit that a session keeps', () => {
  it('is the same in any process, wherever its template is listed and whatever its password is', () => {
    const first = keptIn({ datacenter: [A] }, { sessionId: 'one', proxyCountry: 'DE' });
    expect(first?.kept).toMatchObject({ country: 'DE' });
    expect(first?.kept.id).not.toContain('pw');
    const moved = [B, A.replace('pw', 'rotated')];
    for (const sessionId of ['two', undefined]) {
      const again = keptIn({ datacenter: moved }, { keptExitId: first?.kept.id, sessionId });
      expect(again?.proxy).toMatchObject({ username: first?.proxy?.username, host: 'a.example', password: 'rotated' });
      expect(again?.kept).toEqual(first?.kept);
    }
  });

  it('is the only one, also where it is blocked or another one is well', () => {
    const pools = createExitPools({ settings: { datacenter: [A, B] } });
    const exit = pools.choose({ ...ASK, sessionId: 'one' });
    if (!exit) throw new Error('no exit');
    const keptExitId = exit.kept.id;
    for (let blocks = 0; blocks < 10; blocks += 1) pools.health.blocked(exit, ASK.site);
    expect(pools.choose({ ...ASK, keptExitId })?.key).toBe(exit.key);
    expect(pools.choose({ ...ASK, keptExitId, otherThan: new Set([exit.key]) })).toBeUndefined();
  });

  it('that is no longer configured is replaced by one of the pool, which has another id', () => {
    const keptExitId = keptIn({ datacenter: [A] }, { sessionId: 'one' })?.kept.id;
    const other = keptIn({ datacenter: [B] }, { keptExitId });
    expect(other?.proxy?.host).toBe('b.example');
    expect(other?.kept.id).not.toBe(keptExitId);
    expect(keptIn({}, { keptExitId })?.kept.id).toBe('direct');
    expect(keptIn({ datacenter: [B] }, { keptExitId: 'direct' })?.proxy?.host).toBe('b.example');
  });

  it('is the deployment’s own address where there are no proxies', () => {
    expect(keptIn({}, { keptExitId: 'direct' })?.kept).toEqual({ id: 'direct' });
  });

  it.each(['', '.', '..', 'x.y.z', `${'x'.repeat(5_000)}`])('is none for an id that no exit has: %#', (keptExitId) => {
    expect(keptIn({ datacenter: [B] }, { keptExitId })?.proxy?.host).toBe('b.example');
  });
});
