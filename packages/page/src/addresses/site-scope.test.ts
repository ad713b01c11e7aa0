import { describe, expect, it } from '@jest/globals';
import { createSiteScope } from './site-scope.js';

const isOfSite = (root: string | readonly string[], address: string, includeSubdomains = true): boolean =>
  createSiteScope({ roots: [root].flat(), includeSubdomains })(address);

describe('the addresses of a site', () => {
  it.each([
    ['https://example.com/', 'http://docs.example.com/a', true],
    ['https://www.example.co.uk/', 'https://example.co.uk/', true],
    ['https://www.example.co.uk/', 'https://other.co.uk/', false],
    ['https://ada.github.io/', 'https://ada.github.io/book', true],
    ['https://ada.github.io/', 'https://ben.github.io/', false],
    ['https://example.com/', 'https://example.com.evil.example/', false],
    ['http://192.0.2.1/', 'http://192.0.2.1:8080/', true],
    ['http://192.0.2.1/', 'http://192.0.2.2/', false],
    ['http://[2001:db8::1]/', 'http://[2001:db8::1]/a', true],
    ['https://example.com/', 'no address', false],
  ])('of %s: %s is %s', (root, address, is) => expect(isOfSite(root, address)).toBe(is));

  it('are those of its hosts alone, if that is asked, and of the host where it led', () => {
    expect(isOfSite('https://example.com/', 'https://docs.example.com/', false)).toBe(false);
    expect(isOfSite('https://example.com/', 'http://example.com/a', false)).toBe(true);
    expect(isOfSite('https://example.com/', 'https://example.com:8443/a', false)).toBe(false);
    const roots = ['https://example.com/', 'https://www.example.com/'];
    expect(isOfSite(roots, 'https://www.example.com/a', false)).toBe(true);
  });
});
