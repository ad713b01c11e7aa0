import { describe, expect, it } from '@jest/globals';
import { brandsHeader, createBrowserIdentity, DEFAULT_MAJOR_VERSION } from './browser-identity.js';
import { createRequestHeaders, mergeCookies, pickCallerHeaders } from './request-headers.js';

describe('browser identity', () => {
  it.each([
    [120, '"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"'],
    [124, '"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"'],
    [131, '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"'],
  ])('gives the brands of version %i', (major, header) => {
    expect(brandsHeader(createBrowserIdentity(major).brands)).toBe(header);
  });

  it('falls back to a version of its own', () => {
    expect(createBrowserIdentity().userAgent).toContain(`Chrome/${DEFAULT_MAJOR_VERSION}.0.0.0`);
  });
});

describe('caller’s headers', () => {
  it.each(['Cookie', 'authorization', 'Proxy-Authorization'])('%s stays at home', (name) => {
    expect(pickCallerHeaders({ [name]: 'v' }, false)).toEqual({});
  });

  it.each(['Accept', 'Referer', 'X-Requested-With', 'User-Agent', 'X-Api-Token', 'X-Auth-Token', 'X-CSRF-Token'])(
    '%s travels',
    (name) => {
      expect(pickCallerHeaders({ [name]: 'v' }, false)).toEqual({ [name.toLowerCase()]: 'v' });
    },
  );

  it.each(['Host', 'Connection', 'Transfer-Encoding', 'Content-Length', 'TE', 'Upgrade', ':path', 'Accept-Encoding'])(
    '%s is never sent',
    (name) => expect(pickCallerHeaders({ [name]: 'v' }, true)).toEqual({}),
  );
});

describe('navigation headers', () => {
  const identity = createBrowserIdentity(140);
  const build = (url: string, caller = {}, cookie = '') =>
    createRequestHeaders({ url: new URL(url), identity, caller, cookie });

  it('keep client hints and fetch metadata for secured origins', () => {
    expect(Object.keys(build('https://a.example/'))).toEqual([
      'host', 'connection', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'upgrade-insecure-requests', 'user-agent',
      'accept', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-user', 'sec-fetch-dest', 'accept-encoding', 'accept-language',
    ]); // prettier-ignore
    expect(Object.keys(build('http://a.example/')).join()).not.toMatch(/sec-/);
  });

  it.each([
    ['u=9', 'u=1', 'u=1'],
    ['a=1; u=9 ;b=2', 'u=1; c=3', 'a=1; b=2; u=1; c=3'],
    ['u=9', 'uu=1', 'u=9; uu=1'],
    ['u=9;', '', 'u=9'],
    ['', 'u=1', 'u=1'],
    ['flag', 'flag=1', 'flag=1'],
  ])('let what the target set replace the caller’s cookie: %s and %s', (caller, set, merged) => {
    expect(mergeCookies(caller, set)).toBe(merged);
  });

  it('join the caller’s cookie and the jar’s', () => {
    expect(build('https://a.example/', { cookie: 'a=1' }, 'b=2')['cookie']).toBe('a=1; b=2');
    expect(build('https://a.example/', {}, 'b=2')['cookie']).toBe('b=2');
    expect(build('https://a.example/')).not.toHaveProperty('cookie');
  });
});
