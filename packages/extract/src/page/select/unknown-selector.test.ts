import { describe, expect, it } from '@jest/globals';
import { unknownSelectorIn } from './unknown-selector.js';

describe('unknownSelectorIn', () => {
  it.each([
    'a',
    'main > h1, .x + #y ~ z',
    'a[href^="x" i]:not(.y):has(> b)',
    ':is(a, b) :where(c)',
    'li:nth-child(2n+1 of .x):focus',
    'a:hover:focus-within:target',
    'p:contains("x")',
    ':root, :empty, :lang(en), :checked, :disabled',
  ])('knows %s', (selector) => {
    expect(unknownSelectorIn([selector])).toBeUndefined();
  });

  it.each([
    ['a:foo', /foo/],
    ['a::before', /[Pp]seudo-element/],
    ['a:nth-child(banana)', /banana/],
    ['a:nth-child(2 of :foo)', /foo/],
    ['a:nth-child', /argument/],
    ['svg|a', /[Nn]amespace/],
    ['a || b', /[Cc]olumn/],
    ['> a', /[Rr]elative/],
    ['a:not(:bar)', /bar/],
    ['[', /./],
  ])('does not know %s', (selector, why) => {
    expect(unknownSelectorIn(['p', selector, ':baz'])).toEqual({ selector, why: expect.stringMatching(why) });
  });
});
