import { describe, expect, it } from '@jest/globals';
import { headerSecretsOf } from './header-secrets.js';
import { parseConfig } from './parse-config.js';

const secretsBy = (env: Record<string, string>) => {
  const parsed = parseConfig(['common'], env);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  return headerSecretsOf(parsed.config.common);
};
const [ONE, TWO, THREE, FOUR] = ['one', 'two', 'three', 'four'].map((name) => name.padEnd(16, '-'));
const OF_ALL = { QUARRY_SECRET: ONE ?? '', QUARRY_SECRET_PREVIOUS: TWO ?? '' };
const OWN = { QUARRY_HEADER_SECRET: THREE ?? '', QUARRY_HEADER_SECRET_PREVIOUS: FOUR ?? '' };

describe('what seals the headers of requests', () => {
  it('is a secret of its own, else the deployment’s', () => {
    expect(secretsBy({})).toEqual({ secret: undefined, previous: undefined });
    expect(secretsBy(OF_ALL)).toEqual({ secret: ONE, previous: TWO });
    expect(secretsBy(OWN)).toEqual({ secret: THREE, previous: FOUR });
    expect(secretsBy({ ...OF_ALL, ...OWN })).toEqual({ secret: THREE, previous: FOUR });
  });
});
