import { describe, expect, it } from '@jest/globals';
import { engineaImagesOperation } from './operation.js';
import { imagesUrl, type ImagesParams } from './request.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

/** Each parameter of the contract as a caller writes it, and what of it stands in the address; deviceType is the fetch's. */
const CASES: readonly (readonly [string, Record<string, unknown>, Record<string, string>])[] = [
  ['q', { q: 'café "x y" -z' }, { q: 'café "x y" -z' }],
  ['location', { location: 'Austin,Texas,United States' }, { uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM' }],
  ['uule', { uule: 'w+CAIQICIGU3dlZGVu' }, { uule: 'w+CAIQICIGU3dlZGVu' }],
  ['gl', { gl: 'de' }, { gl: 'de' }],
  ['hl', { hl: 'pt-br' }, { hl: 'pt-br' }],
  ['tbs', { tbs: 'isz:lt,islt:2mp,itp:photo' }, { tbs: 'isz:lt,islt:2mp,itp:photo' }],
  ['safe', { safe: 'off' }, { safe: 'off' }],
  ['filter', { filter: '0' }, { filter: '0' }],
  ['ijn', { ijn: '3' }, { ijn: '3', start: '30' }],
];

const checked = (params: Record<string, unknown>): ImagesParams => {
  return checkedParams('enginea/images', { q: 'x', ...params });
};

describe('the address of a search for pictures', () => {
  it.each(CASES)('carries %s', (_name, params, expected) => {
    const url = new URL(imagesUrl(checked(params)));
    expect(url.origin + url.pathname).toBe('https://www.google.com/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'x', udm: '2', ...expected });
  });

  it('asks the host that is wanted, and for the first page as everybody does', () => {
    const params = checked({ domain: 'google.co.uk', ijn: '0', filter: '1' });
    expect(imagesUrl(params)).toBe('https://www.google.co.uk/search?q=x&udm=2');
    expect(imagesUrl(params, 'http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080/search?q=x&udm=2');
  });

  it('goes with the language and the device that were asked for', () => {
    const params = { ...checked({ hl: 'fr', deviceType: 'mobile' }) };
    expect(engineaImagesOperation.begin(params, {})).toMatchObject({
      url: 'https://www.google.com/search?q=x&udm=2&hl=fr',
      headers: { 'accept-language': 'fr,fr;q=0.9,en;q=0.5' },
      deviceType: 'mobile',
    });
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('enginea/images');
    const covered = [...CASES.map(([name]) => name), 'domain', 'deviceType'];
    expect(Object.keys(properties).sort()).toEqual(covered.sort());
  });
});
