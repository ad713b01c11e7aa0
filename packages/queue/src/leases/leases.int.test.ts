import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KNOWN_LEASES_MS } from '../bounds.js';
import { openLeases } from './leases.js';
import { leaseKey } from '../names.js';
import type { Leases } from '../port.js';
import { eventually } from '../../test/queue-fixture.js';
import { startRedis } from '../../test/redis-fixture.js';
import { sharedRedis, type SharedRedis } from '../../test/shared-redis.js';

describe('leases', () => {
  let redis: SharedRedis;
  let nowMs = Date.now();
  let leases: Leases;
  const prefix = 'test';
  beforeAll(async () => {
    redis = await sharedRedis();
    leases = openLeases({ redis: redis.client, prefix, now: () => nowMs });
  });

  /** An account of which is known that nobody holds a place. */
  const newAccount = async (): Promise<string> => {
    const account = randomUUID();
    await leases.seed(account, []);
    return account;
  };
  const later = (durationMs = 60_000) => nowMs + durationMs;

  it('takes up to the limit and tells the count', async () => {
    const account = await newAccount();
    expect(await leases.take(account, 'r1', 2, later())).toEqual({ isKnown: true, isTaken: true, inUse: 1 });
    expect(await leases.take(account, 'r2', 2, later())).toEqual({ isKnown: true, isTaken: true, inUse: 2 });
    expect(await leases.take(account, 'r3', 2, later())).toEqual({ isKnown: true, isTaken: false, inUse: 2 });
    await leases.release(account, 'r1');
    expect(await leases.take(account, 'r3', 2, later())).toEqual({ isKnown: true, isTaken: true, inUse: 2 });
  });

  it('never gives more than the limit to many at once', async () => {
    const account = await newAccount();
    const takes = await Promise.all(Array.from({ length: 200 }, (_, n) => leases.take(account, `r${n}`, 7, later())));
    expect(takes.filter((take) => take.isKnown && take.isTaken)).toHaveLength(7);
    expect(await leases.inUse(account)).toBe(7);
  });

  it.each([0, -1, 0.5])('refuses always at a limit of %d', async (limit) => {
    expect(await leases.take(await newAccount(), 'r1', limit, later())).toEqual({
      isKnown: true,
      isTaken: false,
      inUse: 0,
    });
  });

  it('never refuses without a limit, and counts', async () => {
    const account = await newAccount();
    for (let n = 1; n <= 20; n += 1) {
      const take = await leases.take(account, `r${n}`, Number.POSITIVE_INFINITY, later());
      expect(take).toEqual({ isKnown: true, isTaken: true, inUse: n });
    }
  });

  it('keeps accounts apart', async () => {
    const [one, two] = [await newAccount(), await newAccount()];
    await leases.take(one, 'r1', 1, later());
    expect(await leases.take(two, 'r1', 1, later())).toMatchObject({ isTaken: true });
  });

  it('frees the place of an owner that died, at its expiry and not before', async () => {
    const account = await newAccount();
    await leases.take(account, 'dead', 1, nowMs + 1000);
    nowMs += 999;
    expect(await leases.take(account, 'r2', 1, later())).toMatchObject({ isTaken: false });
    nowMs += 1;
    expect(await leases.inUse(account)).toBe(0);
    expect(await leases.take(account, 'r2', 1, later())).toEqual({ isKnown: true, isTaken: true, inUse: 1 });
  });

  it('takes no lease that is past its expiry', async () => {
    expect(await leases.take(await newAccount(), 'r1', 5, nowMs)).toEqual({ isKnown: true, isTaken: false, inUse: 0 });
  });

  it('does not believe an empty Redis: who holds the places is told first', async () => {
    const account = await newAccount();
    await leases.take(account, 'r1', 2, later());
    await leases.take(account, 'r2', 2, later());
    await redis.client.flushall();
    expect(await leases.inUse(account)).toBeUndefined();
    expect(await leases.take(account, 'r3', 2, later())).toEqual({ isKnown: false });
    // A lease that is put back does not make the set whole.
    await leases.reassert(account, 'r1', later());
    expect(await leases.inUse(account)).toBeUndefined();
    expect(await leases.take(account, 'r3', 2, later())).toEqual({ isKnown: false });
    await leases.seed(account, [
      { requestId: 'r1', expiresAtMs: later() },
      { requestId: 'r2', expiresAtMs: later() },
    ]);
    expect(await leases.take(account, 'r3', 2, later())).toEqual({ isKnown: true, isTaken: false, inUse: 2 });
    await leases.release(account, 'r1');
    await leases.release(account, 'r1');
    expect(await leases.inUse(account)).toBe(1);
  });

  it('is given back although it was told of only afterwards', async () => {
    const account = randomUUID();
    await leases.release(account, 'ended');
    await leases.seed(account, [
      { requestId: 'ended', expiresAtMs: later() },
      { requestId: 'over', expiresAtMs: nowMs },
      { requestId: 'runs', expiresAtMs: later() },
    ]);
    expect(await leases.inUse(account)).toBe(1);
    expect(await leases.take(account, 'runs', 1, later())).toEqual({ isKnown: true, isTaken: true, inUse: 1 });
  });

  it('is told of by several at once, and of many, without counting anybody twice', async () => {
    const account = randomUUID();
    const owners = Array.from({ length: 10_000 }, (_, n) => ({ requestId: `r${n}`, expiresAtMs: later() }));
    await Promise.all([1, 2, 3].map(() => leases.seed(account, owners)));
    expect(await leases.inUse(account)).toBe(10_000);
  });

  it('stays known for as long as anybody holds a place, and a moment of quiet longer', async () => {
    const account = await newAccount();
    const expectKnownFor = async (durationMs: number): Promise<void> => {
      const leftMs = await redis.client.pttl(leaseKey(prefix, account));
      expect(leftMs).toBeLessThanOrEqual(durationMs);
      expect(leftMs).toBeGreaterThan(durationMs - 5_000);
    };
    await expectKnownFor(KNOWN_LEASES_MS);
    await leases.take(account, 'r1', 5, nowMs + 300_000);
    await leases.take(account, 'r2', 5, nowMs + 30_000);
    await expectKnownFor(300_000);
    await leases.release(account, 'r1');
    await leases.release(account, 'r2');
    expect(await leases.inUse(account)).toBe(0);
    await leases.take(account, 'r3', 5, nowMs + 1_000);
    await expectKnownFor(KNOWN_LEASES_MS);
  });

  it.each([-86_400_000, 86_400_000])(
    'counts by the clock of its callers, %d ms off that of the server',
    async (skewMs) => {
      const now = (): number => Date.now() + skewMs;
      const skewed = openLeases({ redis: redis.client, prefix, now });
      const account = randomUUID();
      await skewed.seed(account, []);
      const lifeMs = 60_000;
      expect(await skewed.take(account, 'r1', 1, now() + lifeMs)).toMatchObject({ isTaken: true });
      expect(await skewed.take(account, 'r2', 1, now() + lifeMs)).toEqual({ isKnown: true, isTaken: false, inUse: 1 });
      await skewed.release(account, 'r1');
      expect(await skewed.inUse(account)).toBe(0);
      expect(await redis.client.pttl(leaseKey(prefix, account))).toBeLessThanOrEqual(lifeMs);
      await skewed.close();
    },
  );

  it('leaves nothing behind that does not end by itself', async () => {
    const account = randomUUID();
    await leases.release(account, 'r1');
    await leases.seed(account, []);
    await leases.take(account, 'r2', 1, later());
    const keys = await redis.client.keys(`*${account}*`);
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(await redis.client.pttl(key)).toBeGreaterThan(0);
  });

  it('behaves as a plain list of owners with expiries does', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const lifeMs = fc.integer({ min: -50, max: 400 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('take' as const), id, limit: fc.integer({ min: 0, max: 4 }), lifeMs }),
      fc.record({ kind: fc.constant('reassert' as const), id, lifeMs }),
      fc.record({ kind: fc.constant('release' as const), id }),
      fc.record({ kind: fc.constant('pass' as const), durationMs: fc.integer({ min: 0, max: 300 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const account = await newAccount();
        const model = new Map<string, number>();
        const alive = () => [...model.values()].filter((expiresAtMs) => expiresAtMs > nowMs).length;
        const isAlive = (owner: string) => (model.get(owner) ?? 0) > nowMs;
        for (const one of steps) {
          if (one.kind === 'pass') nowMs += one.durationMs;
          if (one.kind === 'release') {
            model.delete(one.id);
            await leases.release(account, one.id);
          }
          if (one.kind === 'reassert') {
            if (one.lifeMs > 0) model.set(one.id, nowMs + one.lifeMs);
            await leases.reassert(account, one.id, nowMs + one.lifeMs);
          }
          if (one.kind === 'take') {
            const isTaken = one.lifeMs > 0 && (isAlive(one.id) || alive() < one.limit);
            if (isTaken) model.set(one.id, nowMs + one.lifeMs);
            const expected = { isKnown: true, isTaken, inUse: alive() };
            expect(await leases.take(account, one.id, one.limit, nowMs + one.lifeMs)).toEqual(expected);
          }
          expect(await leases.inUse(account)).toBe(alive());
        }
      }),
      { numRuns: 150 },
    );
  });
});

it('a lease that was given back does not come back with a Redis that lost its last second', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-log-'));
  const [log, earlier] = [join(folder, 'appendonlydir'), join(folder, 'earlier')];
  const redis = await startRedis(['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always']);
  const leases = openLeases({ redis: redis.client, prefix: 'test', now: Date.now });
  try {
    await leases.seed('a', []);
    await leases.take('a', 'r1', 2, Date.now() + 300_000);
    await leases.take('a', 'r2', 2, Date.now() + 300_000);
    await cp(log, earlier, { recursive: true });
    await leases.release('a', 'r1');
    expect(await leases.inUse('a')).toBe(1);
    await redis.kill();
    await cp(earlier, log, { recursive: true, force: true });
    await redis.start();
    await eventually(async () => (await leases.inUse('a')) === 1);
    expect(await leases.take('a', 'r2', 2, Date.now() + 300_000)).toEqual({ isKnown: true, isTaken: true, inUse: 1 });
  } finally {
    await leases.close();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
