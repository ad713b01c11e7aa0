import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalAddress, MAX_ADDRESS_CHARS } from './canonical-address.js';

const BASE = 'https://site.example/docs/start';

describe('the canonical form of an address', () => {
  it.each([
    ['https://Site.EXAMPLE:443/a#part', 'https://site.example/a'],
    ['https://site.example./a', 'https://site.example/a'],
    ['https://site.example/a?', 'https://site.example/a'],
    ['https://site.example/a?b=1#c', 'https://site.example/a?b=1'],
    ['  \n https://site.example \t', 'https://site.example/'],
    ['../a b', 'https://site.example/a%20b'],
    ['//other.example/x', 'https://other.example/x'],
    ['#top', 'https://site.example/docs/start'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ])('of %j is %s', (written, canonical) => expect(canonicalAddress(written, BASE)).toBe(canonical));

  it.each(['', '  ', 'mailto:a@site.example', 'javascript:void 0', 'https://a:b@site.example/', 'http://', 'data:,x'])(
    'is none of %j',
    (written) => expect(canonicalAddress(written, BASE)).toBeUndefined(),
  );

  it('has a longest length', () => {
    const start = 'https://site.example/';
    const longest = start + 'x'.repeat(MAX_ADDRESS_CHARS - start.length);
    expect(canonicalAddress(longest)).toBe(longest);
    expect(canonicalAddress(`${longest}x`)).toBeUndefined();
    // Encoding makes it longer.
    expect(canonicalAddress(start + 'ä'.repeat(MAX_ADDRESS_CHARS / 4))).toBeUndefined();
  });

  it('is its own canonical form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (written) => {
        const once = canonicalAddress(written, BASE);
        if (once !== undefined) expect(canonicalAddress(once)).toBe(once);
      }),
    );
  });
});
