import { describe, expect, it } from '@jest/globals';
import { closestName } from './closest-name.js';

const KNOWN = [
  'url',
  'outputFormat',
  'jsRendering',
  'proxyType',
  'proxyCountry',
  'wait',
  'waitFor',
  'extractLinks',
  'gl',
];

describe('closestName', () => {
  it.each([
    ['outputFromat', 'outputFormat'],
    ['output_format', 'outputFormat'],
    ['OUTPUTFORMAT', 'outputFormat'],
    ['jsRender', 'jsRendering'],
    ['country', 'proxyCountry'],
    ['format', 'outputFormat'],
    ['waitfor', 'waitFor'],
    ['ulr', 'url'],
    ['extractLink', 'extractLinks'],
  ])('finds what %s means', (name, meant) => expect(closestName(name, KNOWN)).toBe(meant));

  it.each(['nope', 'hl', 'proxy', 'x', '', 'constructor', 'z'.repeat(100_000)])('suggests nothing for %j', (name) =>
    expect(closestName(name, name === 'hl' ? KNOWN.slice(0, 2) : KNOWN)).toBeUndefined(),
  );

  it('suggests nothing where two names are equally close', () => {
    expect(closestName('price', ['minPrice', 'maxPrice'])).toBeUndefined();
    expect(closestName('maxPrise', ['minPrice', 'maxPrice'])).toBe('maxPrice');
  });
});
