import { describe, expect, it } from '@jest/globals';
import { brandsHeader, createBrowserIdentity, DEFAULT_MAJOR_VERSION } from '../identity/browser-identity.js';
import { FORM_LED_AWAY, followRedirect } from './form-trail.js';
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
    ]); // oxfmt-ignore
    expect(Object.keys(build('http://a.example/')).join()).not.toMatch(/sec-/);
  });

  it.each([
    ['desktop', '(X11; Linux x86_64)', '?0', '"Linux"', false],
    ['mobile', '(Linux; Android 10; K)', '?1', '"Android"', true],
    ['tablet', '(Linux; Android 10; K)', '?0', '"Android"', false],
  ] as const)('are of one machine: %s', (device, system, mobile, platform, isPhone) => {
    const url = new URL('https://a.example/');
    const sent = createRequestHeaders({ url, identity, device, caller: {}, cookie: '' });
    expect(sent).toMatchObject({ 'sec-ch-ua-mobile': mobile, 'sec-ch-ua-platform': platform });
    expect(sent['user-agent']).toContain(system);
    expect(sent['user-agent']).toMatch(
      isPhone ? / Chrome\/140\.0\.0\.0 Mobile Safari/ : / Chrome\/140\.0\.0\.0 Safari/,
    );
    const caller = { 'user-agent': 'Mine/1', 'sec-ch-ua-mobile': '?9' };
    expect(createRequestHeaders({ url, identity, device, caller, cookie: '' })).toMatchObject(caller);
  });

  it('of a form say where it stood', () => {
    const url = new URL('https://www.a.example/x');
    const trail = { origin: 'https://b.a.example', site: 'same-site', form: 'q=1' } as const;
    expect(createRequestHeaders({ url, identity, caller: {}, cookie: '', trail })).toMatchObject({
      origin: 'https://b.a.example',
      referer: 'https://b.a.example/',
      'sec-fetch-site': 'same-site',
      'content-length': '3',
    });
  });

  it.each([
    [302, 'https://a.example/y', 'same-origin', undefined],
    [307, 'https://a.example/y', 'same-origin', 'q=1'],
    [303, 'https://www.a.example/', 'same-site', undefined],
    [303, 'http://a.example/', 'cross-site', undefined],
    [303, 'https://b.example/', 'cross-site', undefined],
    [308, 'https://www.a.example/', 'away', undefined],
  ])('know what is left of a form behind %i to %s', (status, next, site, form) => {
    const trail = { origin: 'https://a.example', site: 'same-origin', form: 'q=1' } as const;
    const led = followRedirect(trail, status, new URL(next));
    if (led === FORM_LED_AWAY) expect(site).toBe('away');
    else expect(led).toEqual({ origin: trail.origin, site, ...(form ? { form } : {}) });
  });

  it('never come near again once they were far', () => {
    const far = { origin: 'https://a.example', site: 'cross-site' } as const;
    expect(followRedirect(far, 302, new URL('https://a.example/'))).toEqual(far);
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
