import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ExitHealth,
  FIRST_SITE_SUSPENSION_MS,
  MAX_SITE_SUSPENSION_MS,
  SESSION_BLOCKS_BEFORE_FLEET,
  SILENT_SITES_BEFORE_DOWN,
  SITE_SUSPENSION_GROWTH,
} from './exit-health.js';
import { createExitPools, SESSION_IDLE_MS, type ExitAsk, type ExitSettings } from './exit-pools.js';
import type { Exit } from './exit.js';

const SITE = 'example.com';
const plain = (count: number) => Array.from({ length: count }, (_, at) => `http://user:pw@proxy-${at}.example:8000`);

const startPools = (settings: ExitSettings) => {
  let atMs = 1_000_000;
  let tokens = 0;
  const newToken = () => `token${(tokens += 1).toString().padStart(5, '0')}`;
  const pools = createExitPools({ settings, newToken, now: () => atMs });
  return { ...pools, pass: (ms: number) => void (atMs += ms), nowMs: () => atMs };
};

const choose = (pools: ReturnType<typeof startPools>, ask: Partial<ExitAsk> = {}): Exit => {
  const exit = pools.choose({ site: SITE, ...ask });
  if (!exit) throw new Error('No exit.');
  return exit;
};

describe('templates', () => {
  it.each([
    ['http://p.example', { scheme: 'http', host: 'p.example', port: 80, username: '', password: '' }],
    ['https://p.example', { scheme: 'https', port: 443 }],
    ['socks5://p.example', { scheme: 'socks5', port: 1080, mayResolve: false }],
    ['socks5h://p.example:9', { scheme: 'socks5', port: 9, mayResolve: true }],
    ['http://[2001:db8::1]:3128/#by-name', { host: '2001:db8::1', port: 3128, mayResolve: true }],
    ['http://a%40b:c%3Ad@p.example', { username: 'a@b', password: 'c:d' }],
    ['http://100%:x@p.example', { username: '100%', password: 'x' }],
    [
      'http://u-{country}-{COUNTRY}-{session}:p@{country}.p.example',
      { username: 'u-us-US-token00001', host: 'us.p.example' },
    ],
  ])('reads %s', (template, proxy) => {
    expect(choose(startPools({ datacenter: [template] })).proxy).toMatchObject(proxy);
  });

  it.each(['ftp://secret@p.example', 'nonsense-secret', 'http://', 'http://secret-{contry}@p.example'])(
    'names %s by its place only',
    (template) => {
      const read = () => createExitPools({ settings: { residential: ['http://ok.example', template] } });
      expect(read).toThrow('Template 2 of the residential proxies');
      expect(read).not.toThrow(/secret/);
    },
  );

  it('names exits without credentials', () => {
    const exit = choose(startPools({ datacenter: ['http://us-{country}:hush-{session}@p.example'] }));
    expect(`${exit.key} ${exit.fleetKey} ${exit.gatewayKey}`).toBe(
      'datacenter:0:US:token00001 datacenter:0:US datacenter:0',
    );
  });
});

describe('what no exit serves', () => {
  const refuse = (settings: ExitSettings, proxyType?: 'datacenter' | 'residential', proxyCountry?: string) =>
    createExitPools({ settings }).refuse({ proxyType, proxyCountry });

  it.each([
    [{}, undefined, undefined],
    [{}, 'datacenter', undefined],
    [{ residential: plain(1) }, 'residential', undefined],
    [{ datacenter: ['http://{country}.example'] }, undefined, 'DE'],
    [{ datacenter: [...plain(1), 'http://{COUNTRY}.example'], countries: ['DE', 'FR'] }, 'datacenter', 'FR'],
  ] as const)('is not %j for %s, %s', (settings, proxyType, country) => {
    expect(refuse(settings, proxyType, country)).toBeUndefined();
  });

  it.each([
    [{}, 'residential', undefined, 'no_residential_pool', /no residential proxies.*PROXY_RESIDENTIAL/],
    [{ datacenter: plain(1) }, 'residential', 'DE', 'no_residential_pool', /no residential proxies/],
    [
      { residential: ['http://{country}.example'] },
      undefined,
      'DE',
      'no_country_exit',
      /no datacenter proxies.*DE.*PROXY_DATACENTER/,
    ],
    [
      { residential: plain(2) },
      'residential',
      'DE',
      'no_country_exit',
      /residential proxies.*cannot be chosen by country.*DE/,
    ],
    [
      { datacenter: ['http://{country}.example'], countries: ['US', 'FR'] },
      undefined,
      'DE',
      'no_country_exit',
      /no exit in DE; they have US, FR/,
    ],
  ] as const)('is %j for %s, %s', (settings, proxyType, country, reason, message) => {
    expect(refuse(settings, proxyType, country)).toEqual({ reason, message: expect.stringMatching(message) });
    expect(createExitPools({ settings }).choose({ site: SITE, proxyType, proxyCountry: country })).toBeUndefined();
  });
});

describe('the choice', () => {
  it('is the own address where no datacenter proxy is configured, for every try but another exit', () => {
    const pools = startPools({ residential: plain(1) });
    expect(choose(pools)).toMatchObject({ key: 'direct', proxyType: 'datacenter' });
    expect(choose(pools).proxy).toBeUndefined();
    expect(pools.choose({ site: SITE, otherThan: new Set(['direct']) })).toBeUndefined();
  });

  it('goes round, for each site by itself', () => {
    const pools = startPools({ datacenter: plain(3) });
    const keys = (site: string) => Array.from({ length: 6 }, () => choose(pools, { site }).key);
    const first = keys('a.example');
    expect(new Set(first.slice(0, 3)).size).toBe(3);
    expect(first.slice(3)).toEqual(first.slice(0, 3));
    expect(new Set(keys('b.example').slice(0, 3)).size).toBe(3);
  });

  it('fills the country asked for, else the first configured one', () => {
    const datacenter = ['http://{country}.example', 'http://fixed.example'];
    const pools = startPools({ datacenter, countries: ['SE', 'DE'] });
    const hosts = (ask: Partial<ExitAsk>) => [choose(pools, ask), choose(pools, ask)].map(({ proxy }) => proxy?.host);
    expect(hosts({ proxyCountry: 'DE' })).toEqual(['de.example', 'de.example']);
    expect(hosts({}).toSorted()).toEqual(['fixed.example', 'se.example']);
  });

  it('leaves a template whose sessions are blocked one after another', () => {
    const pools = startPools({ datacenter: ['http://s-{session}@one.example', 'http://s-{session}@two.example'] });
    const blockAt = (host: string) => {
      const exit = choose(pools);
      if (exit.proxy?.host === host) pools.health.blocked(exit, SITE);
    };
    for (let round = 0; round < 2 * SESSION_BLOCKS_BEFORE_FLEET; round += 1) blockAt('one.example');
    for (let round = 0; round < 4; round += 1) expect(choose(pools).proxy?.host).toBe('two.example');
    expect(
      new Set([
        choose(pools, { site: 'other.example' }).proxy?.host,
        choose(pools, { site: 'other.example' }).proxy?.host,
      ]).size,
    ).toBe(2);
    pools.pass(FIRST_SITE_SUSPENSION_MS + 1);
    expect([choose(pools), choose(pools)].map(({ proxy }) => proxy?.host)).toContain('one.example');
  });

  it('gives the same session the same exit in every worker', () => {
    const settings = { residential: ['http://{session}@a.example', 'http://{session}@b.example', ...plain(3)] };
    for (const sessionId of ['one', 'two', 'three', 'four', 'five']) {
      const ask = { proxyType: 'residential', sessionId } as const;
      expect(choose(startPools(settings), ask)).toEqual(choose(startPools(settings), ask));
    }
  });

  it('begins a session elsewhere than those that were left, where there is an elsewhere', () => {
    for (const session of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const pools = startPools({ datacenter: plain(2) });
      const first = choose(pools, { sessionId: session });
      const leftSessions = [session, 'unknown'];
      const second = choose(pools, { sessionId: `${session}.1`, leftSessions });
      expect(second.key).not.toBe(first.key);
      expect(choose(pools, { sessionId: `${session}.1`, leftSessions }).key).toBe(second.key);
      expect(choose(pools, { sessionId: `${session}.2`, leftSessions: [session, `${session}.1`] })).toBeDefined();
    }
    expect(startPools({}).choose({ site: SITE, sessionId: 'x', leftSessions: ['y'] })).toBeDefined();
  });

  it('gives a session another exit once its own is not well, and keeps that', () => {
    const pools = startPools({ datacenter: ['http://{session}@a.example'] });
    const first = choose(pools, { sessionId: 'x' });
    pools.health.blocked(first, SITE);
    const second = choose(pools, { sessionId: 'x' });
    expect(second.key).not.toBe(first.key);
    pools.pass(FIRST_SITE_SUSPENSION_MS + 1);
    expect(choose(pools, { sessionId: 'x' }).key).toBe(second.key);
    pools.pass(SESSION_IDLE_MS);
    expect(choose(pools, { sessionId: 'x' }).key).toBe(first.key);
  });

  it('keeps a session on its exit whatever other sessions of the template meet', () => {
    const pools = startPools({ datacenter: ['http://{session}@a.example'] });
    const own = choose(pools, { sessionId: 'x' });
    for (let round = 0; round < 2 * SESSION_BLOCKS_BEFORE_FLEET; round += 1) pools.health.blocked(choose(pools), SITE);
    expect(choose(pools, { sessionId: 'x' }).key).toBe(own.key);
    pools.health.proxyFailed(own);
    expect(pools.choose({ site: SITE, sessionId: 'x', otherThan: new Set() })).toBeUndefined();
  });

  it('never is a suspended exit while one is well, never one tried where another is asked for; sessions stay', () => {
    const step = fc.record({
      site: fc.constantFrom('a.example', 'b.example'),
      sessionId: fc.option(fc.constantFrom('s1', 's2'), { nil: undefined }),
      end: fc.constantFrom('served', 'blocked', 'proxyFailed', 'proxySilent', 'heldOff'),
      isOther: fc.boolean(),
      passMs: fc.integer({ min: 0, max: 200_000 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (count, steps) => {
        const pools = startPools({ datacenter: plain(count) });
        const { health } = pools;
        const all = Array.from({ length: count }, (_, at) => `datacenter:${at}`);
        const isWell = (key: string, site: string) =>
          health.suspendedUntilMs({ gatewayKey: key, key }, site, `www.${site}`) <= pools.nowMs();
        const kept = new Map<string, string>();
        let last: string | undefined;
        for (const { site, sessionId, end, isOther, passMs } of steps) {
          const otherThan = isOther ? new Set(last === undefined ? [] : [last]) : undefined;
          const well = all.filter((key) => isWell(key, site) && !otherThan?.has(key));
          const exit = pools.choose({ site, host: `www.${site}`, sessionId, otherThan });
          if (!exit) {
            expect([isOther, well]).toEqual([true, []]);
            continue;
          }
          if (well.length > 0) expect(well).toContain(exit.key);
          else expect(isOther).toBe(false);
          const known = sessionId === undefined ? undefined : kept.get(sessionId);
          if (known !== undefined && well.includes(known)) expect(exit.key).toBe(known);
          if (sessionId !== undefined) kept.set(sessionId, exit.key);
          last = exit.key;
          if (end === 'blocked') health.blocked(exit, site);
          else if (end === 'proxyFailed') health.proxyFailed(exit);
          else if (end === 'proxySilent') health.proxySilent(exit, site);
          else if (end === 'heldOff') health.holdOff(exit, `www.${site}`, pools.nowMs() + 5_000);
          else health.served(exit, site);
          pools.pass(passMs);
        }
      }),
    );
  });
});

describe('health', () => {
  const exit: Exit = { key: 'k:1', fleetKey: 'k:1', gatewayKey: 'k', proxyType: 'datacenter', kept: { id: 'k' } };
  const start = () => {
    let atMs = 1_000_000;
    const health = new ExitHealth(() => atMs);
    return {
      health,
      pass: (ms: number) => void (atMs += ms),
      leftMs: (site = SITE) => health.suspendedUntilMs(exit, site) - atMs,
    };
  };

  it('suspends for longer each time, up to a bound, and forgets with a page that was served', () => {
    const { health, pass, leftMs } = start();
    const lengths = Array.from({ length: 6 }, () => {
      health.blocked(exit, SITE);
      const ms = leftMs();
      pass(ms);
      return ms;
    });
    const [first, second] = [FIRST_SITE_SUSPENSION_MS, FIRST_SITE_SUSPENSION_MS * SITE_SUSPENSION_GROWTH];
    expect(lengths.slice(0, 2)).toEqual([first, second]);
    expect(lengths.at(-1)).toBe(MAX_SITE_SUSPENSION_MS);
    health.served(exit, SITE);
    health.blocked(exit, SITE);
    expect(leftMs()).toBe(first);
    expect(leftMs('other.example')).toBeLessThan(0);
  });

  it('takes a proxy for down after silence on several sites, not on one', () => {
    const { health, leftMs } = start();
    for (let round = 0; round < 9; round += 1) health.proxySilent(exit, SITE);
    expect(leftMs('other.example')).toBeLessThan(0);
    for (let at = 0; at < SILENT_SITES_BEFORE_DOWN; at += 1) health.proxySilent(exit, `site-${at}.example`);
    expect(leftMs('other.example')).toBeGreaterThan(0);
    health.reached(exit);
    expect(leftMs('other.example')).toBeLessThan(0);
  });
});
