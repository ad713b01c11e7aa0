import { describe, expect, it } from '@jest/globals';
import { encodeUule } from '../uule.js';
import { serpUrl, type SerpParams } from './request.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

/** Each parameter of the contract as a caller writes it, and what of it stands in the address; deviceType is the fetch's. */
const CASES: readonly (readonly [string, Record<string, unknown>, Record<string, string>])[] = [
  ['q', { q: 'café "x y" -z' }, { q: 'café "x y" -z' }],
  ['location', { location: 'Austin,Texas,United States' }, { uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM' }],
  ['uule', { uule: 'w+CAIQICIGU3dlZGVu' }, { uule: 'w+CAIQICIGU3dlZGVu' }],
  ['gl', { gl: 'de' }, { gl: 'de' }],
  ['hl', { hl: 'pt-br' }, { hl: 'pt-br' }],
  ['lr', { lr: ['lang_fr', 'lang_de'] }, { lr: 'lang_fr|lang_de' }],
  ['ludocid', { ludocid: '123' }, { ludocid: '123' }],
  ['lsig', { lsig: 'AB86' }, { lsig: 'AB86' }],
  ['kgmid', { kgmid: '/m/0cqt90' }, { kgmid: '/m/0cqt90' }],
  ['si', { si: 'AL3D==' }, { si: 'AL3D==' }],
  ['tbs', { tbs: 'cdr:1,cd_min:1/1/2025,cd_max:6/30/2025' }, { tbs: 'cdr:1,cd_min:1/1/2025,cd_max:6/30/2025' }],
  ['safe', { safe: 'active' }, { safe: 'active' }],
  ['filter', { filter: '0' }, { filter: '0' }],
  ['nfpr', { nfpr: '1' }, { nfpr: '1' }],
  ['tbm', { tbm: 'nws' }, { tbm: 'nws' }],
  ['start', { start: '20' }, { start: '20' }],
  ['num', { num: '50' }, { num: '50' }],
];

const checked = (params: Record<string, unknown>): SerpParams => {
  return checkedParams('enginea/serp', { q: 'x', ...params });
};

describe('the address of a search', () => {
  it.each(CASES)('carries %s', (_name, params, expected) => {
    const url = new URL(serpUrl(checked(params)));
    expect(url.origin + url.pathname).toBe('https://www.google.com/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'x', ...expected });
  });

  it('asks the host that is wanted', () => {
    expect(serpUrl(checked({ domain: 'google.co.uk' }))).toBe('https://www.google.co.uk/search?q=x');
    expect(serpUrl(checked({ domain: 'google.co.uk' }), 'http://127.0.0.1:8080')).toBe(
      'http://127.0.0.1:8080/search?q=x',
    );
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('enginea/serp');
    const covered = [...CASES.map(([name]) => name), 'domain', 'deviceType'];
    expect(
      Object.keys(properties)
        .map((name) => name.replace('[]', ''))
        .sort(),
    ).toEqual(covered.sort());
  });
});

describe('the encoded origin', () => {
  it.each([
    ['Sweden', 'w+CAIQICIGU3dlZGVu'],
    ['Estonia', 'w+CAIQICIHRXN0b25pYQ'],
    ['Austin,Texas,United States', 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM'],
  ])('of %s is as the engine writes it', (place, expected) => {
    expect(encodeUule(place)).toBe(expected);
  });

  it('counts bytes, and any number of them', () => {
    const place = `${'São Paulo,'.repeat(20)}Brazil`;
    const bytes = Buffer.from(encodeUule(place).slice(2), 'base64');
    const length = (bytes[5] ?? 0) - 0x80 + (bytes[6] ?? 0) * 0x80;
    expect([length, bytes.subarray(7).toString('utf8')]).toEqual([Buffer.byteLength(place), place]);
  });
});
