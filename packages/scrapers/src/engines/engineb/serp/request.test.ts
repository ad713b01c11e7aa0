import { describe, expect, it } from '@jest/globals';
import { enginebSerpRequest, type EnginebSerpParams } from './request.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

interface Reached {
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly cookies?: Record<string, string>;
  readonly deviceType?: string;
}

/** Each parameter as a caller writes it, and where it stands in what is sent. */
const CASES: readonly (readonly [string, Record<string, unknown>, Reached])[] = [
  ['q', { q: 'café "x y" -z' }, { query: { q: 'café "x y" -z' } }],
  [
    'location',
    { location: 'Zürich,\nSwitzerland; CH' },
    {
      headers: { 'x-search-location': 'disp:Z%C3%BCrich%2C%20Switzerland%3B%20CH' },
    },
  ],
  [
    'lat',
    { lat: '47.37', lon: '8.54', location: 'Bern' },
    {
      headers: { 'x-search-location': 'lat:47.37;long:8.54;re:1000' },
    },
  ],
  ['lon', { lat: '0', lon: '-0.5' }, { headers: { 'x-search-location': 'lat:0;long:-0.5;re:1000' } }],
  [
    'mkt',
    { mkt: 'de-ch' },
    {
      query: { mkt: 'de-CH' },
      headers: { 'accept-language': 'de-CH,de;q=0.9' },
      cookies: { _EDGE_CD: 'm=de-ch' },
    },
  ],
  ['cc', { cc: 'fr' }, { query: { cc: 'fr' } }],
  ['setLang', { setLang: 'pt-br' }, { query: { setlang: 'pt-br' }, headers: { 'accept-language': 'pt-br,pt;q=0.9' } }],
  ['safeSearch', { safeSearch: 'strict' }, { query: { adlt: 'strict' }, cookies: { SRCHHPGUSR: 'ADLT=STRICT' } }],
  ['filters', { filters: 'ex1:"ez2"' }, { query: { filters: 'ex1:"ez2"' } }],
  ['deviceType', { deviceType: 'mobile' }, { deviceType: 'mobile' }],
  ['first', { first: '11' }, { query: { first: '11' } }],
];

const checked = (params: Record<string, unknown>): EnginebSerpParams => {
  return checkedParams('engineb/serp', { q: 'x', ...params });
};

describe('a search', () => {
  it.each(CASES)('carries %s', (_name, params, { query, headers = {}, cookies = {}, deviceType = 'desktop' }) => {
    const request = enginebSerpRequest(checked(params));
    const url = new URL(request.url);
    expect(url.origin + url.pathname).toBe('https://www.bing.com/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'x', ...query });
    expect({ headers: request.headers, cookies: request.cookies, deviceType: request.deviceType }).toEqual({
      headers,
      cookies,
      deviceType,
    });
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('engineb/serp');
    expect(Object.keys(properties).sort()).toEqual(CASES.map(([name]) => name).sort());
  });

  it.each([
    [{ mkt: 'us' }, 'en-US'],
    [{ mkt: 'us', setLang: 'es' }, 'es-US'],
    [{ mkt: 'ch', setLang: 'fr' }, 'fr-CH'],
    [{ mkt: 'de', setLang: 'fr' }, 'de-DE'],
    [{ mkt: 'ie', setLang: 'ga' }, 'ga-IE'],
    [{ mkt: 'ie' }, 'en-IE'],
  ])('of %j is one of the market %s', (params, market) => {
    expect(new URL(enginebSerpRequest(checked(params)).url).searchParams.get('mkt')).toBe(market);
  });

  it.each([
    [String.raw`ex1:\"ez1\"`, 'ex1:"ez1"'],
    [String.raw`ex1:\\"ez5_18536_18568\\"`, 'ex1:"ez5_18536_18568"'],
    ['ex1%3a%22ez2%22', 'ex1:"ez2"'],
    ['ufn:"50%22 of it"', 'ufn:"50%22 of it"'],
  ])('sends the filters %s as the engine writes them', (filters, sent) => {
    expect(new URL(enginebSerpRequest(checked({ filters })).url).searchParams.get('filters')).toBe(sent);
  });

  it('takes a place of any characters', () => {
    const { headers } = enginebSerpRequest({ ...checked({}), location: 'Z\ud800 \u0007' });
    expect(headers['x-search-location']).toBe('disp:Z%EF%BF%BD%20%07');
  });

  it('does not ask for the first page, and asks the host that is wanted', () => {
    expect(enginebSerpRequest(checked({ first: '1' }), 'http://127.0.0.1:8080').url).toBe(
      'http://127.0.0.1:8080/search?q=x',
    );
  });
});
