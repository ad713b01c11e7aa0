import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationById } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';

const SCRAPERS = [...ENGINE_OPERATIONS.values(), ...SITE_OPERATIONS.values()];

describe.each(SCRAPERS.map((scraper) => [scraper.id, scraper] as const))('the scraper of %s', (id, scraper) => {
  it('is of an operation of the contract on a target', () => {
    expect(operationById(id)).toMatchObject({ id, target: { name: expect.any(String) } });
  });

  it('begins with plain HTTP unless its page is made by scripts', () => {
    expect(scraper.plan?.tiers[0] ?? 'http').toBe(scraper.plan?.untilFilled === undefined ? 'http' : 'browser');
  });
});

it('every operation on a target has a scraper, in the worker of its queue', () => {
  for (const { id, queue, target } of OPERATIONS) {
    expect([id, ENGINE_OPERATIONS.has(id)]).toEqual([id, queue === 'serp']);
    expect([id, SITE_OPERATIONS.has(id)]).toEqual([id, queue === 'sites']);
    expect([id, target !== undefined]).toEqual([id, queue !== 'browser-scrape']);
  }
});
