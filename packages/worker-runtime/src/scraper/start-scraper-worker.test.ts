import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '@quarry/config';
import { operationById } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { originNameOf } from './start-scraper-worker.js';

const parsed = parseConfig(['origins'], {});
const NAMES = parsed.ok ? Object.keys(parsed.config.origins) : [];
const SCRAPERS = [...ENGINE_OPERATIONS.values(), ...SITE_OPERATIONS.values()];

describe.each(SCRAPERS.map((scraper) => [scraper.id, scraper] as const))('the scraper of %s', (id, scraper) => {
  it('is of an operation of the contract, and its origin can be configured', () => {
    expect(operationById(id)?.id).toBe(id);
    expect(NAMES).toContain(originNameOf(scraper));
  });

  it('begins with plain HTTP unless its page is made by scripts', () => {
    expect(scraper.plan?.tiers[0] ?? 'http').toBe(scraper.plan?.untilFilled === undefined ? 'http' : 'browser');
  });
});

it('every origin that can be configured is of a scraper', () => {
  expect([...new Set(SCRAPERS.map(originNameOf))].sort()).toEqual([...NAMES].sort());
});
