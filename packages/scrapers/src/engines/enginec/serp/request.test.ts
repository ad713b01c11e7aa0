import { describe, expect, it } from '@jest/globals';
import { enginecNextRequest, enginecSerpRequest, type EnginecSerpParams } from './request.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

const checked = (params: Record<string, unknown>): EnginecSerpParams => {
  return checkedParams('enginec/serp', { q: 'x', ...params });
};

/** Each parameter of the contract as a caller writes it, and what of it stands in the address. */
const CASES: readonly (readonly [string, Record<string, unknown>, Record<string, string>])[] = [
  ['q', { q: 'café "x y" -z' }, { q: 'café "x y" -z' }],
  ['kl', { kl: 'de-de' }, { kl: 'de-de' }],
  ['kl for no region', { kl: 'wt-wt' }, { kl: 'wt-wt' }],
  ['kl before cc and setLang', { kl: 'us-es', cc: 'fr', setLang: 'fr' }, { kl: 'us-es' }],
  ['cc', { cc: 'fr' }, { kl: 'fr-fr' }],
  ['cc that the engine calls otherwise', { cc: 'gb' }, { kl: 'uk-en' }],
  ['cc of several languages', { cc: 'ch' }, { kl: 'ch-de' }],
  ['cc with setLang', { cc: 'ch', setLang: 'fr' }, { kl: 'ch-fr' }],
  ['cc with a language that it is not offered in', { cc: 'jp', setLang: 'en' }, { kl: 'jp-jp' }],
  ['cc with a language called otherwise', { cc: 'jp', setLang: 'ja' }, { kl: 'jp-jp' }],
  ['cc with a script', { cc: 'hk', setLang: 'zh-hant' }, { kl: 'hk-tzh' }],
  ['cc that is not offered', { cc: 'ke' }, { kl: 'ke-en' }],
  ['setLang', { setLang: 'de' }, { kl: 'de-de' }],
  ['setLang with a script', { setLang: 'zh-hans' }, { kl: 'cn-zh' }],
  ['setLang of one region', { setLang: 'el' }, { kl: 'gr-el' }],
  ['setLang of none', { setLang: 'sw' }, { kl: 'wt-wt' }],
  ['safeSearch off', { safeSearch: 'off' }, { kp: '-2' }],
  ['safeSearch moderate', { safeSearch: 'moderate' }, { kp: '-1' }],
  ['safeSearch strict', { safeSearch: 'strict' }, { kp: '1' }],
];

describe('the address of a search', () => {
  it.each(CASES)('carries %s', (_name, params, expected) => {
    const url = new URL(enginecSerpRequest(checked(params)).url);
    expect(url.origin + url.pathname).toBe('https://html.duckduckgo.com/html/');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'x', ...expected });
  });

  it('goes with the device, the language and the region', () => {
    const request = enginecSerpRequest(checked({ deviceType: 'mobile', setLang: 'zh-hant', cc: 'tw' }));
    expect(request).toMatchObject({
      method: 'GET',
      deviceType: 'mobile',
      headers: { 'accept-language': 'zh-hant,zh;q=0.9' },
      cookies: { kl: 'tw-tzh' },
    });
    expect(enginecSerpRequest(checked({ kl: 'us-en', setLang: 'de' })).headers).toEqual({});
  });

  it('asks the host that is wanted', () => {
    expect(enginecSerpRequest(checked({}), 'http://127.0.0.1:8080').url).toBe('http://127.0.0.1:8080/html/?q=x');
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('enginec/serp');
    const covered = ['q', 'kl', 'cc', 'setLang', 'safeSearch', 'deviceType', 'nextPageToken'];
    expect(Object.keys(properties).sort()).toEqual(covered.sort());
  });
});

describe('the next page', () => {
  const fields = [
    ['q', 'a b'],
    ['s', '10'],
    ['nextParams', ''],
    ['vqd', '4-1'],
    ['kl', 'wt-wt'],
  ] as const;

  it('is asked for by the form, its fields in their order', () => {
    const request = enginecNextRequest({ surface: 'html', fields }, checked({ safeSearch: 'strict', kl: 'wt-wt' }));
    expect(request).toEqual({
      url: 'https://html.duckduckgo.com/html/',
      namedUrl: 'https://html.duckduckgo.com/html/?q=a+b&s=10&kl=wt-wt&kp=1',
      method: 'POST',
      body: 'q=a+b&s=10&nextParams=&vqd=4-1&kl=wt-wt&kp=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: 'https://html.duckduckgo.com/' },
      cookies: { kl: 'wt-wt' },
      deviceType: 'desktop',
      offset: 10,
    });
    expect(enginecNextRequest({ surface: 'lite', fields }, checked({}), 'http://127.0.0.1:1').url).toBe(
      'http://127.0.0.1:1/lite/',
    );
  });

  it('is asked for by the address that data end with', () => {
    expect(enginecNextRequest({ surface: 'data', fields }, checked({}))).toMatchObject({
      url: 'https://links.duckduckgo.com/d.js?q=a+b&s=10&nextParams=&vqd=4-1&kl=wt-wt',
      method: 'GET',
    });
  });
});
