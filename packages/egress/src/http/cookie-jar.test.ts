import { describe, expect, it } from '@jest/globals';
import { createCookieJar, MAX_COOKIE_CHARS, MAX_COOKIES } from './cookie-jar.js';

const after = (setBy: string, cookies: string[], askedBy: string): string => {
  const jar = createCookieJar();
  jar.store(new URL(setBy), cookies);
  return jar.headerFor(new URL(askedBy));
};

describe('cookie jar', () => {
  it.each([
    ['host only', 'https://a.example/', 'k=v', 'https://a.example/x', 'k=v'],
    ['not for a subdomain', 'https://a.example/', 'k=v', 'https://b.a.example/', ''],
    ['domain wide', 'https://b.a.example/', 'k=v; Domain=.a.example', 'https://c.a.example/', 'k=v'],
    ['own host as a domain', 'https://a.example/', 'k=v; domain=A.EXAMPLE', 'https://a.example/', 'k=v'],
    ['foreign domain', 'https://a.example/', 'k=v; Domain=b.example', 'https://b.example/', ''],
    ['a whole suffix', 'https://a.example/', 'k=v; Domain=example', 'https://b.example/', ''],
    ['a public suffix', 'https://a.co.uk/', 'k=v; Domain=co.uk', 'https://b.co.uk/', ''],
    ['a public suffix from itself', 'https://github.io/', 'k=v; Domain=github.io', 'https://a.github.io/', ''],
    ['a registered domain below one', 'https://b.a.co.uk/', 'k=v; Domain=a.co.uk', 'https://c.a.co.uk/', 'k=v'],
    ['own address as a domain', 'http://10.0.0.1/', 'k=v; Domain=10.0.0.1', 'http://10.0.0.1/', 'k=v'],
    ['own name of one label as a domain', 'http://test/', 'k=v; Domain=test', 'http://test/', 'k=v'],
    ['look-alike host', 'https://a.example/', 'k=v; Domain=a.example', 'https://nota.example/', ''],
    ['part of an address', 'http://10.0.0.1/', 'k=v; Domain=0.0.1', 'http://9.0.0.1/', ''],
    ['path', 'https://a.example/', 'k=v; Path=/p', 'https://a.example/p/q', 'k=v'],
    ['other path', 'https://a.example/', 'k=v; Path=/p', 'https://a.example/pq', ''],
    ['default path', 'https://a.example/p/q', 'k=v', 'https://a.example/p/r', 'k=v'],
    ['beyond the default path', 'https://a.example/p/q', 'k=v', 'https://a.example/', ''],
    ['secure to secure', 'https://a.example/', 'k=v; Secure', 'https://a.example/', 'k=v'],
    ['secure to plain', 'https://a.example/', 'k=v; Secure', 'http://a.example/', ''],
    ['secure set by plain', 'http://a.example/', 'k=v; Secure', 'https://a.example/', ''],
    ['host prefix', 'https://a.example/', '__Host-k=v; Secure; Path=/', 'https://a.example/', '__Host-k=v'],
    ['host prefix with a domain', 'https://b.a.example/', '__Host-k=v; Secure; Path=/; Domain=a.example', 'https://a.example/', ''],
    ['host prefix with its own domain', 'https://a.example/', '__host-k=v; Secure; Path=/; Domain=a.example', 'https://a.example/', ''],
    ['host prefix with a path', 'https://a.example/p/q', '__Host-k=v; Secure; Path=/p', 'https://a.example/p', ''],
    ['host prefix without a path', 'https://a.example/', '__Host-k=v; Secure', 'https://a.example/', ''],
    ['host prefix in the clear', 'http://a.example/', '__Host-k=v; Path=/', 'https://a.example/', ''],
    ['secure prefix', 'https://b.a.example/', '__Secure-k=v; Secure; Domain=a.example', 'https://a.example/', '__Secure-k=v'],
    ['secure prefix in the clear', 'http://b.a.example/', '__SECURE-k=v; Domain=a.example', 'https://a.example/', ''],
    ['value with signs', 'https://a.example/', 'k=a=b c; HttpOnly', 'https://a.example/', 'k=a=b c'],
    ['no name', 'https://a.example/', '=v', 'https://a.example/', ''],
    ['no pair', 'https://a.example/', 'nonsense', 'https://a.example/', ''],
    ['expired', 'https://a.example/', 'k=v; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://a.example/', ''],
    ['max-age before expires', 'https://a.example/', 'k=v; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://a.example/', 'k=v'],
    ['unreadable date', 'https://a.example/', 'k=v; Expires=soon', 'https://a.example/', 'k=v'],
    ['too long', 'https://a.example/', `k=${'v'.repeat(MAX_COOKIE_CHARS)}`, 'https://a.example/', ''],
  ])('%s', (_name, setBy, cookie, askedBy, expected) => {
    expect(after(setBy, [cookie], askedBy)).toBe(expected);
  }); // oxfmt-ignore

  it('replaces, deletes, and puts the longest path first', () => {
    const jar = createCookieJar();
    const url = new URL('https://a.example/p/q');
    jar.store(url, ['a=1; Path=/', 'a=2; Path=/', 'b=1; Path=/p', 'c=1; Path=/']);
    jar.store(url, ['c=; Path=/; Max-Age=0']);
    expect(jar.headerFor(url)).toBe('b=1; a=2');
  });

  it('keeps no more than its bound', () => {
    const cookies = Array.from({ length: MAX_COOKIES + 5 }, (_value, at) => `k${at}=v`);
    expect(after('https://a.example/', cookies, 'https://a.example/').split('; ')).toHaveLength(MAX_COOKIES);
  });

  it('has one cookie of a name for a path, however the path was said', () => {
    const jar = createCookieJar();
    jar.store(new URL('http://a.example/x'), ['a=1']);
    jar.store(new URL('http://a.example/'), ['a=2; Path=/']);
    expect(jar.headerFor(new URL('http://a.example/y'))).toBe('a=2');
  });
});
