import { describe, expect, it } from '@jest/globals';
import { readShareFragment, SHARE_MAX_CHARS, toShareFragment } from './share-link.js';

describe('a share link', () => {
  it('carries parameters as they are, in characters of a URL', () => {
    const params = { q: 'é 日本 "x" &#?/', price: { min: 10 }, lr: ['a'], filter: 0 };
    const fragment = toShareFragment(params) ?? '';
    expect(fragment).toMatch(/^#p=[\w-]+$/);
    expect(readShareFragment(fragment)).toEqual(params);
  });

  it('carries no secrets', () => {
    const fragment = toShareFragment({ url: 'https://a.example', headers: { Authorization: 'Bearer x' } }) ?? '';
    expect(readShareFragment(fragment)).toEqual({ url: 'https://a.example', headers: { Authorization: '[removed]' } });
  });

  it('is bounded both ways', () => {
    expect(toShareFragment({ q: 'x'.repeat(SHARE_MAX_CHARS) })).toBeUndefined();
    expect(readShareFragment(`#p=${'A'.repeat(SHARE_MAX_CHARS)}`)).toBeUndefined();
  });

  it.each(['', '#p=', '#p=%%%', '#x=e30', '#p=W10', '#p=gICA', '#p=eyJh'])('has nothing in %s', (fragment) => {
    expect(readShareFragment(fragment)).toBeUndefined();
  });
});
