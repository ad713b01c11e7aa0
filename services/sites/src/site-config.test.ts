import { describe, expect, it } from '@jest/globals';
import { parseConfig, type Config } from '@quarry/config';
import { SITE_OPERATIONS } from '@quarry/extract/sites';
import { exitsOf, originOf, SITES } from './site-config.js';

const ELSEWHERE = Object.fromEntries(
  SITES.map((site) => [site, `http://${site}.test`]),
) as Config<'origins'>['origins'];

describe('the origin of an operation', () => {
  it.each([...SITE_OPERATIONS.keys()])('of %s is that of its site', (operation) => {
    expect(originOf(operation, ELSEWHERE)).toBe(`http://${operation.split('/')[0]}.test`);
  });

  it('is none where the operation is of no site, or the site is asked at its own hosts', () => {
    expect(originOf('enginea/serp', ELSEWHERE)).toBeUndefined();
    expect(originOf('retailers/search', ELSEWHERE)).toBeUndefined();
    expect(originOf('retailer/search', { ...ELSEWHERE, retailer: undefined })).toBeUndefined();
  });
});

it.each([
  ['no exits of homes', {}, ['datacenter']],
  ['such exits', { PROXY_RESIDENTIAL: 'http://u:p@exits.test:8080' }, ['datacenter', 'residential']],
])('a deployment with %s has these kinds of exits', (_name, env, kinds) => {
  const parsed = parseConfig(['egress'], env);
  expect(parsed.ok && [...exitsOf(parsed.config)]).toEqual(kinds);
});
