import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createAccounts } from './accounts.js';
import { LIMITS, PRICES, TRAFFIC, type Kind } from './assumptions.js';
import { chooseShards } from './choose-shards.js';
import { planFleet, serviceSeconds } from './plan-fleet.js';
import { testingFigures } from './testing-figures.js';

const DAY_SECONDS = 86_400;

/** All requests of one kind, answered by the target after exactly a second. */
const only = (kind: Kind) => ({
  ...TRAFFIC,
  batchShare: 0,
  peakFactor: 1,
  // safe because the keys stay
  kinds: Object.fromEntries(
    Object.entries(TRAFFIC.kinds).map(([name, of]) => [
      name,
      { ...of, share: name === kind ? 1 : 0, targetMs: 980, targetSpread: 0 },
    ]),
  ) as typeof TRAFFIC.kinds,
});

describe('the plan of a fleet', () => {
  it('holds a slot for the time of the target and our own', () => {
    expect(serviceSeconds('page20', testingFigures.parts.embedded, only('page20'))).toBe(1);
  });

  it('has as many replicas as the scarcest thing asks for, by Little’s law', () => {
    // 112 a second for a second each are 112 slots in use, of 16 at 70 % in a replica.
    const { services } = planFleet(testingFigures, only('search'), 112 * DAY_SECONDS);
    expect(services.serp).toMatchObject({ replicas: 10, limitedBy: 'slots' });
    expect(services.sites).toMatchObject({ replicas: 2, limitedBy: 'the least number' });
    // The same in Chromium: 4 places at 70 %.
    const shown = planFleet(testingFigures, only('browser'), 112 * DAY_SECONDS);
    expect(shown.services['browser-scrape']).toMatchObject({ replicas: 40, limitedBy: 'pages' });
  });

  it('counts what parts are asked for, second by second and day by day', () => {
    const { redis, store, files } = planFleet(testingFigures, only('search'), 1_000 * DAY_SECONDS);
    expect(redis.cpuShare).toBeCloseTo(0.5, 0);
    expect(store.writesPerSecond).toBe(9_000);
    expect(store.largestDocumentUpdates).toBe(1_000 * TRAFFIC.largestAccount * 2);
    expect(files.putsPerSecond).toBe(3_000);
    expect(files.gbPerDay).toBeCloseTo(1_000 * DAY_SECONDS * 40_000e-9, 6);
    expect(files.objectsKept).toBe(1_000 * DAY_SECONDS * 3 * TRAFFIC.retentionDays);
  });

  it('never has less for more requests', () => {
    const needed = (perDay: number): number[] => {
      const { services, redis, store } = planFleet(testingFigures, TRAFFIC, perDay);
      return [...Object.values(services).map((service) => service.replicas), redis.shards, store.shards];
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3e8 }), fc.integer({ min: 0, max: 3e8 }), (perDay, more) => {
        const [few, many] = [needed(perDay), needed(perDay + more)];
        return few.every((count, index) => count <= (many[index] ?? 0));
      }),
    );
  });

  it('asks as many gateways to remove as come, one request of each after the other', () => {
    // 5 a second from each gateway, at 100 ms a call; 8 markers for 2 calls of 100 ms.
    const { removal } = planFleet(testingFigures, only('search'), 100 * DAY_SECONDS).files;
    expect(removal.gateways).toBeCloseTo(20, 6);
    expect(removal.sweepShare).toBeCloseTo(100 / 40, 6);
  });

  it('sends to callers what it is costed with', () => {
    const { network, dollarsPerDay } = planFleet(testingFigures, { ...TRAFFIC, peakFactor: 1 }, 1e7);
    const gbPerDay = ((network.toCallersMbit / 8) * DAY_SECONDS) / 1_000;
    expect(dollarsPerDay['to callers']).toBeCloseTo(gbPerDay * PRICES.egressGb, 6);
  });
});

describe('the queue servers', () => {
  it('are as few as keep the busiest within its limit, with all replicas polling each', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 4, noNaN: true }),
        fc.double({ min: 0, max: 0.4, noNaN: true }),
        (work, polling) => {
          const { shards, busiestShare, isEnough } = chooseShards({ workShare: work, pollingShare: polling }, TRAFFIC);
          expect(isEnough).toBe(true);
          expect(busiestShare).toBeLessThanOrEqual(LIMITS.redisShare);
          // No fewer could, were all of them in use alike.
          expect(work / Math.max(1, shards - 1) + polling > LIMITS.redisShare * 0.9 || shards === 1).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are not enough however many, where polling takes what one may use', () => {
    expect(chooseShards({ workShare: 1, pollingShare: 0.5 }, TRAFFIC)).toMatchObject({ isEnough: false });
  });

  it('share the accounts out, the largest by a table, and divide none that has room', () => {
    const of = (shards: number) => createAccounts({ count: TRAFFIC.accounts, largestShare: 0.1, shards });
    for (const shards of [1, 2, 3, 6, 10, 20, 40]) {
      expect(Math.max(...of(shards).shardShares) * shards).toBeLessThan(1.05);
    }
    expect([of(6).divided, of(20).divided > 0]).toEqual([0, true]);
    expect(new Set([0, 0.3, 0.6, 0.9].map((point) => of(20).shardOf(0, point))).size).toBeGreaterThan(1);
    expect(new Set([0, 0.3, 0.6, 0.9].map((point) => of(20).shardOf(1_999, point))).size).toBe(1);
  });
});
