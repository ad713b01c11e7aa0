import { describe, expect, it } from '@jest/globals';
import { engineaScholarRequest, type ScholarParams } from './request.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

const checked = (params: Record<string, unknown>): ScholarParams => {
  return checkedParams('enginea/scholar', { q: 'x', ...params });
};

const BARE = { q: 'x', as_sdt: '0,5' };

/** Each parameter of the contract as a caller writes it, and what of it stands in the address. */
const CASES: readonly (readonly [string, Record<string, unknown>, Record<string, string>])[] = [
  ['q', { q: 'author:"d knuth" café & más' }, { ...BARE, q: 'author:"d knuth" café & más' }],
  ['hl', { hl: 'de' }, { ...BARE, hl: 'de' }],
  ['lr', { lr: 'lang_fr' }, { ...BARE, lr: 'lang_fr' }],
  ['lr as a list', { lr: ['lang_fr', 'lang_zh-CN'] }, { ...BARE, lr: 'lang_fr|lang_zh-CN' }],
  ['start', { start: 20 }, { ...BARE, start: '20' }],
  ['start of the first page', { start: 0 }, BARE],
  ['num', { num: 20 }, { ...BARE, num: '20' }],
  ['num that is usual', { num: 10 }, BARE],
  ['asYlo', { asYlo: 2020 }, { ...BARE, as_ylo: '2020' }],
  ['asYhi', { asYhi: 2021 }, { ...BARE, as_yhi: '2021' }],
  ['scisbd of abstracts', { scisbd: 1 }, { ...BARE, scisbd: '1' }],
  ['scisbd of everything', { scisbd: 2 }, { ...BARE, scisbd: '2' }],
  ['cluster', { cluster: '2114217122240157237' }, { as_sdt: '0,5', cluster: '2114217122240157237' }],
  ['cites', { cites: '795379546793011169' }, { ...BARE, cites: '795379546793011169', scipsc: '1' }],
  ['asSdt of case law', { asSdt: '4,33' }, { ...BARE, as_sdt: '4,33' }],
  ['asSdt with patents', { asSdt: '7' }, { ...BARE, as_sdt: '7' }],
  ['safe', { safe: 'active' }, { ...BARE, safe: 'active' }],
  ['filter', { filter: 0 }, { ...BARE, filter: '0' }],
  ['filter that is usual', { filter: 1 }, BARE],
  ['asVis', { asVis: 1 }, { ...BARE, as_vis: '1' }],
  ['asVis that is usual', { asVis: 0 }, BARE],
  ['asRr', { asRr: 1 }, { ...BARE, as_rr: '1' }],
  ['asRr that is usual', { asRr: 0 }, BARE],
];

describe('the address of a search for articles', () => {
  it.each(CASES)('carries %s', (_name, params, expected) => {
    const url = new URL(engineaScholarRequest(checked(params)).url);
    expect(url.origin + url.pathname).toBe('https://scholar.google.com/scholar');
    expect(Object.fromEntries(url.searchParams)).toEqual(expected);
  });

  it('asks for all articles that cite one where there are no words to look for in them', () => {
    const params = checked({ cites: '1' });
    for (const q of ['', ' '])
      expect(engineaScholarRequest({ ...params, q }).url).toBe(
        'https://scholar.google.com/scholar?cites=1&as_sdt=0%2C5',
      );
  });

  it('goes with the language, and with consent', () => {
    const request = engineaScholarRequest(checked({ hl: 'pt-br' }));
    expect(request.headers).toEqual({ 'accept-language': 'pt-br,pt;q=0.9,en;q=0.5' });
    expect(request.cookies['CONSENT']).toMatch(/^PENDING/);
    expect(request.deviceType).toBe('desktop');
  });

  it('asks the host that is wanted', () => {
    const { url } = engineaScholarRequest(checked({}), 'http://127.0.0.1:8080');
    expect(url).toBe('http://127.0.0.1:8080/scholar?q=x&as_sdt=0%2C5');
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('enginea/scholar');
    const covered = CASES.map(([name]) => name.split(' ')[0] ?? '');
    expect(Object.keys(properties).sort()).toEqual([...new Set(covered)].sort());
  });
});
