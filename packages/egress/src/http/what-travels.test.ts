import { describe, expect, it } from '@jest/globals';
import { createBrowserIdentity } from '../identity/browser-identity.js';
import type { FormTrail } from './form-trail.js';
import { createRequestHeaders, mergeCookies, pickCallerHeaders, withoutBodyHeaders } from './request-headers.js';
import { createTargetRule } from '../target/target-rule.js';

const NEVER = [
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'content-length', 'accept-encoding', ':authority'],
];
const ABOUT_A_BODY = ['content-type', 'content-encoding', 'content-language', 'content-location', 'origin'];

describe('of the caller’s headers', () => {
  it('those of one hop stay here, and those that only look alike travel', () => {
    for (const name of NEVER) {
      expect([name, pickCallerHeaders({ [name.toUpperCase()]: 'v' }, true)]).toEqual([name, {}]);
      const others = { [`x-${name}`]: 'v', [`${name.slice(1)}x`]: 'v' };
      expect(pickCallerHeaders(others, false)).toEqual(others);
    }
  });

  it('cookies and credentials go home alone', () => {
    const sent = { cookie: 'a=1', authorization: 'Basic x', 'x-token': 't' };
    expect(pickCallerHeaders(sent, true)).toEqual(sent);
    expect(pickCallerHeaders(sent, false)).toEqual({ 'x-token': 't' });
  });

  it('those about a body go with one', () => {
    const sent = Object.fromEntries([...ABOUT_A_BODY, 'accept', 'content-x'].map((name) => [name, 'v']));
    expect(withoutBodyHeaders(sent)).toEqual({ accept: 'v', 'content-x': 'v' });
  });

  it('cookies give way to those that the target has set', () => {
    expect(mergeCookies(' a=1;b = 2 ;; c=3', 'b=4; d=5')).toBe('a=1; c=3; b=4; d=5');
    expect([mergeCookies('a=1', undefined), mergeCookies(undefined, 'a=2'), mergeCookies(undefined, '')]).toEqual([
      'a=1',
      'a=2',
      '',
    ]);
  });
});

describe('a navigation', () => {
  const identity = createBrowserIdentity(140);
  const build = (url: string, trail?: FormTrail, caller = {}) =>
    createRequestHeaders({ url: new URL(url), identity, caller, cookie: '', trail });

  it('says what a browser says', () => {
    expect(build('https://a.example/')).toMatchObject({
      host: 'a.example',
      connection: 'keep-alive',
      'sec-ch-ua-mobile': '?0',
      'upgrade-insecure-requests': '1',
      'sec-fetch-site': 'none',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-user': '?1',
      'sec-fetch-dest': 'document',
      'accept-encoding': 'gzip, deflate, br, zstd',
    });
    expect(build('http://a.example:8080/')).toMatchObject({
      host: 'a.example:8080',
      'accept-encoding': 'gzip, deflate',
    });
    expect(
      Object.keys(build('http://a.example/')).filter((name) => /^sec-|origin|referer|cache|content/.test(name)),
    ).toEqual([]);
  });

  it('with a form says how long it is and where from', () => {
    const trail: FormTrail = { origin: 'https://a.example', site: 'same-origin', form: 'ä=1' };
    expect(build('https://a.example/send', trail, { 'content-language': 'de' })).toMatchObject({
      'content-length': '4',
      'content-type': 'application/x-www-form-urlencoded',
      'content-language': 'de',
      'cache-control': 'max-age=0',
      'sec-fetch-site': 'same-origin',
      origin: 'https://a.example',
      referer: 'https://a.example/',
    });
  });

  it('behind a form has its trail and no word of a body', () => {
    const headers = build(
      'https://b.example/',
      { origin: 'https://a.example', site: 'cross-site' },
      { 'content-type': 'x', origin: 'x', 'x-a': '1' },
    );
    expect(headers).toMatchObject({
      'cache-control': 'max-age=0',
      'sec-fetch-site': 'cross-site',
      referer: 'https://a.example/',
      'x-a': '1',
    });
    for (const name of [...ABOUT_A_BODY, 'content-length']) expect(headers).not.toHaveProperty(name);
  });
});

describe('an exception of the operator', () => {
  const allows = (entry: string, url: string): boolean => createTargetRule({ allow: [entry] }).judgeUrl(url).isAllowed;

  it('for a loopback address is one for its names', () => {
    expect(allows('[::1]:8080', 'http://localhost:8080/')).toBe(true);
    expect(allows('127.0.0.1:8080', 'http://x.localhost:8080/')).toBe(true);
    expect(allows('[::1]:8080', 'http://localhost:8081/')).toBe(false);
    expect(allows('[::2]:8080', 'http://localhost:8080/')).toBe(false);
  });

  it('holds for its port, the usual one of the scheme where none is written', () => {
    expect([allows('localhost:443', 'https://localhost/'), allows('localhost:443', 'http://localhost/')]).toEqual([
      true,
      false,
    ]);
    expect([allows('localhost:80', 'http://localhost/'), allows('localhost:80', 'https://localhost/')]).toEqual([
      true,
      false,
    ]);
    expect(allows('localhost:65535', 'http://localhost:65535/')).toBe(true);
    expect(allows('localhost:1', 'http://localhost:1/')).toBe(true);
    for (const entry of [
      'localhost:0',
      'localhost:65536',
      'localhost:',
      'localhost:123456',
      '[::1]:0',
      'localhost:8x',
      'localhost:x8',
    ]) {
      expect(() => createTargetRule({ allow: [entry] })).toThrow('has no valid port');
    }
  });

  it('holds for a host with any number of dots behind it, and for no other', () => {
    expect(allows('localhost', 'http://localhost../')).toBe(true);
    expect(createTargetRule().judgeUrl('http://localhost../')).toEqual({ isAllowed: false, reason: 'local_name' });
    expect([allows('10.0.0.1', 'http://10.0.0.2/'), allows(' 10.0.0.1 ', 'http://10.0.0.1/')]).toEqual([false, true]);
    expect([allows('10.0.0.0/31', 'http://10.0.0.1/'), allows('10.0.0.0/31', 'http://10.0.0.2/')]).toEqual([
      true,
      false,
    ]);
  });
});
