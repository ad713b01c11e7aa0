import { describe, expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/extract/sites';
import { exitOf, fetchPlanOf } from './fetch-plan.js';

describe('the plan of a site', () => {
  it('begins with plain HTTP', () => {
    for (const id of SITE_OPERATIONS.keys()) expect(fetchPlanOf(id).tiers[0]).toBe('http');
  });

  it.each([
    ['realtyb/property', ['datacenter', 'residential'], 'residential'],
    ['realtyb/property', ['datacenter'], undefined],
    ['lodging/search', ['datacenter', 'residential'], undefined],
  ] as const)('takes of %s with %j the exit %s', (id, available, expected) => {
    expect(exitOf(fetchPlanOf(id), new Set(available))).toBe(expected);
  });
});
