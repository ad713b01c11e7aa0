import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkMemory, MIN_WORKER_BYTES, PLAIN_SERVICE_BYTES, shareMemory, SYSTEM_BYTES } from './memory-share.mjs';
import { FLEET, MAX_REPLICAS, PAGE_READERS } from './replicas.mjs';

const MIB = 1_048_576;
const GIB = 1_024 * MIB;

describe('checkMemory', () => {
  const bytesOf = (service) => (service === 'serp' ? 3 : 2) * GIB;

  it('allows one worker of each kind, whatever it may use', () =>
    expect(() => checkMemory({ limitBytes: GIB, replicas: { gateway: 4 }, bytesOf })).not.toThrow());

  it('compares the memory of more workers with the machine’s', () => {
    const replicas = { serp: 3, sites: 2 };
    const needed = 15 * GIB + SYSTEM_BYTES + 3 * PLAIN_SERVICE_BYTES;
    expect(() => checkMemory({ limitBytes: needed, replicas, bytesOf })).not.toThrow();
    expect(() => checkMemory({ limitBytes: needed - 1, replicas, bytesOf })).toThrow(
      /^6 workers that read pages may use 16\.3 GiB of memory.*ask for fewer of .*\(BROWSER_SCRAPE_MEMORY, SERP_MEMORY,/,
    );
  });
});

describe('shareMemory', () => {
  it.each([{}, { gateway: 4, 'batch-fanout': 2 }])('leaves one worker of each kind as it is (%j)', (replicas) =>
    expect(shareMemory({ limitBytes: GIB, replicas })).toBeUndefined(),
  );

  it('divides what the others leave', () => {
    const share = shareMemory({ limitBytes: 16 * GIB, replicas: { 'browser-scrape': 3, serp: 2 } });
    expect(share).toBe(Math.floor((16 * GIB - SYSTEM_BYTES - 3 * PLAIN_SERVICE_BYTES) / 6));
  });

  it('refuses more than the machine can bear, and says what it can', () => {
    expect(() => shareMemory({ limitBytes: 4 * GIB, replicas: { serp: 8 } })).toThrow(
      '10 workers that read pages need 9.1 GiB of memory and there are 4.0 GiB; ask for fewer of browser-scrape, serp, sites,',
    );
  });

  it('never gives out more than there is, nor less than a worker needs', () => {
    const count = fc.integer({ min: 1, max: MAX_REPLICAS });
    const counts = fc.record(Object.fromEntries(FLEET.map((service) => [service, count])));
    fc.assert(
      fc.property(fc.integer({ min: MIB, max: 256 * GIB }), counts, (limitBytes, replicas) => {
        let share;
        try {
          share = shareMemory({ limitBytes, replicas });
        } catch {
          return;
        }
        if (share === undefined) return;
        const readers = [...PAGE_READERS].reduce((sum, service) => sum + replicas[service], 0);
        const plain = FLEET.reduce((sum, service) => sum + replicas[service], 0) - readers;
        expect(share).toBeGreaterThanOrEqual(MIN_WORKER_BYTES);
        expect(readers * share + plain * PLAIN_SERVICE_BYTES + SYSTEM_BYTES).toBeLessThanOrEqual(limitBytes);
      }),
    );
  });
});
