import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TRAFFIC, type Kind } from './assumptions.js';
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
    const replicas = (perDay: number): number[] => {
      const { services, redis, store } = planFleet(testingFigures, TRAFFIC, perDay);
      return [...Object.values(services).map((service) => service.replicas), redis.shards, store.shards];
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3e8 }), fc.integer({ min: 0, max: 3e8 }), (perDay, more) => {
        const [few, many] = [replicas(perDay), replicas(perDay + more)];
        return few.every((count, index) => count <= (many[index] ?? 0));
      }),
    );
  });
});
