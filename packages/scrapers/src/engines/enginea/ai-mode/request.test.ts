import { describe, expect, it } from '@jest/globals';
import { engineaAiModeOperation } from './operation.js';
import { aiModeRequest, type AiModeParams } from './request.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

/** Each parameter of the contract as a caller writes it, and what of it stands in the address. */
const CASES: readonly (readonly [string, Record<string, unknown>, Record<string, string>])[] = [
  ['q', { q: 'café "x y"\nand then?' }, { q: 'café "x y"\nand then?' }],
  ['location', { location: 'Austin,Texas,United States' }, { uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM' }],
  ['uule', { uule: 'w+CAIQICIGU3dlZGVu' }, { uule: 'w+CAIQICIGU3dlZGVu' }],
  ['gl', { gl: 'de' }, { gl: 'de' }],
  ['hl', { hl: 'pt-br' }, { hl: 'pt-br' }],
];

const checked = (params: Record<string, unknown>): AiModeParams => {
  return checkedParams('enginea/ai-mode', { q: 'x', ...params });
};

const paramsOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

describe('the address of an answer', () => {
  it.each(CASES)('carries %s', (_name, params, expected) => {
    const { url } = aiModeRequest(checked(params));
    expect(new URL(url).origin + new URL(url).pathname).toBe('https://www.google.com/search');
    expect(paramsOf(url)).toEqual({ q: 'x', udm: '50', ...expected });
  });

  it('names the conversation that the question follows', () => {
    const next = { state: 'AUtExfA-b_1', thread: 'spxB-1' };
    const { url } = engineaAiModeOperation.begin(checked({ gl: 'us' }), { next });
    expect(paramsOf(url)).toEqual({ q: 'x', udm: '50', gl: 'us', mstk: 'AUtExfA-b_1', csuir: '1', mtid: 'spxB-1' });
    expect(paramsOf(engineaAiModeOperation.begin(checked({}), { next: { state: 's' } }).url)).toEqual({
      q: 'x',
      udm: '50',
      mstk: 's',
      csuir: '1',
    });
  });

  it('asks the host that is wanted, in the language that is wanted, consent declined', () => {
    const request = engineaAiModeOperation.begin({ ...checked({ hl: 'de' }) }, { origin: 'http://127.0.0.1:8080' });
    expect(request.url).toBe('http://127.0.0.1:8080/search?q=x&udm=50&hl=de');
    expect(request).toMatchObject({
      headers: { 'accept-language': 'de,de;q=0.9,en;q=0.5' },
      cookies: { SOCS: 'CAESHAgBEhIaAB' },
      deviceType: 'desktop',
    });
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('enginea/ai-mode');
    // What is sealed and unsealed around the operation.
    const around = ['continuable', 'subsequentRequestToken'];
    expect(Object.keys(properties).sort()).toEqual([...CASES.map(([name]) => name), ...around].sort());
  });
});
