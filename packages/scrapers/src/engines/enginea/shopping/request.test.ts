import { describe, expect, it } from '@jest/globals';
import { engineaShoppingRequest, shoppingUrl, type ShoppingParams } from './request.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

/** Each parameter of the contract as a caller writes it, and what of it stands in the address. */
const CASES: readonly (readonly [string, Record<string, unknown>, Record<string, string>])[] = [
  ['q', { q: 'café "x y"' }, { q: 'café "x y"' }],
  ['location', { location: 'Austin,Texas,United States' }, { uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM' }],
  ['uule', { uule: 'w+CAIQICIGU3dlZGVu' }, { uule: 'w+CAIQICIGU3dlZGVu' }],
  ['gl', { gl: 'de' }, { gl: 'de' }],
  ['hl', { hl: 'pt-br' }, { hl: 'pt-br' }],
  ['tbs', { tbs: 'mr:1,price:1,ppr_max:50' }, { tbs: 'mr:1,price:1,ppr_max:50' }],
  ['shoprs', { shoprs: 'CAEYASoLZm==' }, { shoprs: 'CAEYASoLZm==' }],
  ['start', { start: '40' }, { start: '40' }],
];

const checked = (params: Record<string, unknown>): ShoppingParams => {
  return checkedParams('enginea/shopping', { q: 'x', ...params });
};

describe('the address of a search in the shop', () => {
  it.each(CASES)('carries %s', (_name, params, expected) => {
    const url = new URL(shoppingUrl(checked(params)));
    expect(url.origin + url.pathname).toBe('https://www.google.com/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'x', udm: '28', ...expected });
  });

  it('asks the host, in the language and from the device that are wanted', () => {
    expect(shoppingUrl(checked({ domain: 'google.co.uk' }))).toBe('https://www.google.co.uk/search?q=x&udm=28');
    const request = engineaShoppingRequest(checked({ hl: 'de', deviceType: 'mobile' }), 'http://127.0.0.1:8080');
    expect(request).toMatchObject({ url: 'http://127.0.0.1:8080/search?q=x&udm=28&hl=de', deviceType: 'mobile' });
    expect(request.headers['accept-language']).toMatch(/^de,/);
    expect(Object.keys(request.cookies)).not.toEqual([]);
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('enginea/shopping');
    const covered = [...CASES.map(([name]) => name), 'domain', 'deviceType'];
    expect(Object.keys(properties).sort()).toEqual(covered.sort());
  });
});
