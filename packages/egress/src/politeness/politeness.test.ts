import { describe, expect, it } from '@jest/globals';
import { REQUEST_DEADLINE_MS } from '@quarry/contracts';
import {
  MAX_BLOCKED_EXITS,
  MAX_LIMITED_RETRIES,
  MAX_LIMITED_WAIT_MS,
  LIMITED_PAUSE_MS,
  MAX_RETRIES,
  planNextAttempt,
  RETRY_PAUSE_MS,
} from './retry-policy.js';
import { hostOf, siteOf } from './site-of.js';
import { createSitePace, MAX_WAITING_PER_SITE, type PaceEnd } from './site-pace.js';

describe('the next try', () => {
  const counts = (failures: number, blocks = 0) => ({ failures, blocks, limits: 0, limitedWaitMs: 0 });

  it.each(['target_5xx', 'dns_error', 'tls_error', 'connection_error'] as const)(
    'comes after %s, later each time',
    (verdict) => {
      const pauses = [1, 2, 3].map((failures) => planNextAttempt({ verdict }, counts(failures), () => 1)?.pauseMs);
      expect(pauses).toEqual([RETRY_PAUSE_MS, 2 * RETRY_PAUSE_MS, undefined]);
      expect(planNextAttempt({ verdict }, counts(1), () => 0)?.pauseMs).toBe(RETRY_PAUSE_MS / 2);
      expect(planNextAttempt({ verdict }, counts(MAX_RETRIES + 1))).toBeUndefined();
    },
  );

  it.each(['blocked', 'soft_block', 'consent'] as const)('comes by another exit after %s', (verdict) => {
    expect(planNextAttempt({ verdict }, counts(0, 1))).toEqual({ pauseMs: 0, needsOtherExit: true });
    expect(planNextAttempt({ verdict }, counts(0, MAX_BLOCKED_EXITS))).toBeUndefined();
  });

  it.each([
    'ok',
    'empty',
    'target_4xx',
    'login_wall',
    'not_found',
    'page_timeout',
    'forbidden',
    'script_wall',
    'too_large',
  ] as const)('does not come after %s', (verdict) => expect(planNextAttempt({ verdict }, counts(1))).toBeUndefined());

  it('does not come where it would meet the same', () => {
    expect(planNextAttempt({ verdict: 'connection_error', reason: 'too_many_redirects' }, counts(1))).toBeUndefined();
    const refused = planNextAttempt({ verdict: 'connection_error', reason: 'proxy_auth_failed' }, counts(1));
    expect(refused).toMatchObject({ needsOtherExit: true });
    const down = planNextAttempt({ verdict: 'connection_error', reason: 'proxy_unreachable' }, counts(1));
    expect(down).toMatchObject({ needsOtherExit: false });
  });

  describe('after a target that limits its rate', () => {
    const limited = (limits: number, retryAfterMs?: number, limitedWaitMs = 0) =>
      planNextAttempt(
        { verdict: 'rate_limited', retryAfterMs },
        { failures: 0, blocks: 0, limits, limitedWaitMs },
        () => 1,
      )?.pauseMs;

    it('comes later each time, so often and no more', () => {
      expect([1, 2, 3, 4].map((limits) => limited(limits))).toEqual([
        LIMITED_PAUSE_MS,
        2 * LIMITED_PAUSE_MS,
        4 * LIMITED_PAUSE_MS,
        undefined,
      ]);
      expect(MAX_LIMITED_RETRIES).toBe(3);
    });

    it('comes at the time that the target names, not before it', () => {
      expect(limited(1, 5_000)).toBe(5_000);
      expect(limited(3, 5_000)).toBe(5_000);
      expect(limited(MAX_LIMITED_RETRIES + 1, 5_000)).toBeUndefined();
      expect(limited(1, 0)).toBe(LIMITED_PAUSE_MS);
    });

    it('waits so long in all and no longer', () => {
      expect(MAX_LIMITED_WAIT_MS).toBe(REQUEST_DEADLINE_MS);
      expect(limited(1, MAX_LIMITED_WAIT_MS)).toBe(MAX_LIMITED_WAIT_MS);
      expect(limited(1, MAX_LIMITED_WAIT_MS + 1)).toBeUndefined();
      expect(limited(2, MAX_LIMITED_WAIT_MS - 20_000, 20_000)).toBe(MAX_LIMITED_WAIT_MS - 20_000);
      expect(limited(2, MAX_LIMITED_WAIT_MS - 19_999, 20_000)).toBeUndefined();
    });

    it('does not send a form again', () => {
      const form = { verdict: 'rate_limited', isForm: true } as const;
      expect(planNextAttempt(form, { failures: 0, blocks: 0, limits: 1, limitedWaitMs: 0 })).toBeUndefined();
    });
  });
});

describe('the site of a URL', () => {
  it.each([
    ['https://www.example.co.uk:8443/x', 'example.co.uk'],
    ['https://a.b.example.com/', 'example.com'],
    ['https://shop.github.io/', 'github.io'],
    ['http://127.0.0.1:81/', '127.0.0.1'],
    ['http://[::1]:81/', '[::1]'],
    ['http://localhost/', 'localhost'],
    ['nonsense', ''],
  ])('%s is %s', (url, site) => expect(siteOf(url)).toBe(site));
});

describe('the host of a URL', () => {
  it.each([
    ['https://Shop.github.io/x', 'shop.github.io'],
    ['https://shop.github.io:8443/', 'shop.github.io:8443'],
    ['nonsense', ''],
  ])('%s is %s', (url, host) => expect(hostOf(url)).toBe(host));
});

/** Time that passes when it is told to. */
const createClock = () => {
  let nowMs = 1_000_000;
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  return {
    now: () => nowMs,
    startTimer: (run: () => void, delayMs: number) => {
      const timer = { atMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pendingTimers: () => timers.size,
    advance: async (ms: number) => {
      const untilMs = nowMs + ms;
      for (;;) {
        for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
        const [next] = [...timers].filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs);
        if (!next) break;
        timers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.run();
      }
      nowMs = untilMs;
    },
  };
};

describe('the pace at one site', () => {
  const start = (requestsPerSecond: number) => {
    const clock = createClock();
    const pace = createSitePace({ requestsPerSecond, now: clock.now, startTimer: clock.startTimer });
    const wentAtMs: number[] = [];
    const ends: PaceEnd[] = [];
    const startMs = clock.now();
    const ask = (turn: { site?: string; gapMs?: number; inMs?: number; signal?: AbortSignal } = {}) => {
      const { site = 'a.example', gapMs, inMs = 600_000, signal = new AbortController().signal } = turn;
      return pace.wait({ site, gapMs, latestMs: clock.now() + inMs, signal }).then((end) => {
        ends.push(end);
        if (end === 'go') wentAtMs.push(clock.now() - startMs);
        return end;
      });
    };
    return { clock, ask, wentAtMs, ends };
  };

  it('is even, in the order asked, and each site’s own', async () => {
    const { clock, ask, wentAtMs } = start(4);
    const all = Array.from({ length: 4 }, () => ask());
    const other = ask({ site: 'b.example' });
    await clock.advance(0);
    expect(await other).toBe('go');
    expect(wentAtMs).toEqual([0, 0]);
    await clock.advance(1_000);
    await Promise.all(all);
    expect(wentAtMs).toEqual([0, 0, 250, 500, 750]);
    expect(clock.pendingTimers()).toBe(0);
  });

  it('does not save up what was not used', async () => {
    const { clock, ask, wentAtMs } = start(1);
    await ask();
    await clock.advance(10_000);
    const later = [ask(), ask()];
    await clock.advance(5_000);
    await Promise.all(later);
    expect(wentAtMs).toEqual([0, 10_000, 11_000]);
  });

  it('is no pace at 0, but for the gaps that turns ask for', async () => {
    const { clock, ask, wentAtMs } = start(0);
    await Promise.all([ask(), ask()]);
    const spaced = [ask({ gapMs: 2_000 }), ask({ gapMs: 2_000 })];
    await clock.advance(5_000);
    await Promise.all(spaced);
    expect(wentAtMs).toEqual([0, 0, 0, 2_000]);
  });

  it('tells at once whose turn would come too late', async () => {
    const { clock, ask, ends } = start(1);
    const first = [ask({ inMs: 2_500 }), ask({ inMs: 2_500 }), ask({ inMs: 2_500 }), ask({ inMs: 2_500 })];
    await clock.advance(0);
    expect(ends).toEqual(['go', 'busy']);
    await clock.advance(3_000);
    expect(await Promise.all(first)).toEqual(['go', 'go', 'go', 'busy']);
  });

  it('gives the turn of one who left to the next', async () => {
    const { clock, ask, wentAtMs } = start(1);
    const leaving = new AbortController();
    const asked = [ask(), ask({ signal: leaving.signal }), ask()];
    await clock.advance(500);
    leaving.abort();
    await clock.advance(1_000);
    expect(await Promise.all(asked)).toEqual(['go', 'aborted', 'go']);
    expect(wentAtMs).toEqual([0, 1_000]);
    expect(await ask({ signal: leaving.signal })).toBe('aborted');
  });

  it('lets so many wait and no more', async () => {
    const { clock, ask, ends } = start(1);
    const asked = Array.from({ length: MAX_WAITING_PER_SITE + 3 }, () => ask({ inMs: 9_999_999 }));
    await clock.advance(0);
    expect(ends).toEqual(['go', 'busy', 'busy']);
    await clock.advance(MAX_WAITING_PER_SITE * 1_000);
    await Promise.all(asked);
  });
});
