import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '@quarry/config';
import { withTrustedOrigins } from './trusted-origins.js';

describe('origins of a worker', () => {
  it('are trusted, those of others are not', () => {
    const parsed = parseConfig(['targets', 'origins'], {
      EGRESS_ALLOW: '127.0.0.1:1',
      ORIGIN_LODGING: 'http://127.0.0.1:2',
      ORIGIN_RETAILER: 'https://retailer.test',
      ORIGIN_ENGINEA: 'http://127.0.0.1:3',
    });
    if (!parsed.ok) throw new Error(parsed.problems.join());
    const { targets } = withTrustedOrigins(parsed.config, ['lodging', 'retailer', 'realtya']);
    expect(targets.egressAllow).toEqual(['127.0.0.1:1', '127.0.0.1:2', 'retailer.test:443']);
  });
});
