import { describe, expect, it } from '@jest/globals';
import { realtyaListingOperation } from './operation.js';
import { checkedParams } from '../../../../test/checked-params.js';

const REGION = '/city/1/WA/Town';
const HOME = '/WA/Town/1-Example-St-98101/home/12';

const envelope = (payload: unknown, resultCode = 0): string =>
  `{}&&${JSON.stringify({ version: 1, errorMessage: 'Success', resultCode, payload })}`;

describe('a keyword', () => {
  const placeOf = (text: string) =>
    realtyaListingOperation.read(
      checkedParams('realtya/listing', { keyword: 'Town', type: 'forSale' }),
      [{ step: 'region', text, url: 'https://www.redfin.com/stingray/do/location-autocomplete' }],
      {},
    );

  it.each([
    ['an exact match', { exactMatch: { url: HOME }, sections: [{ rows: [{ url: REGION }] }] }, HOME],
    [
      'the first place',
      { sections: [{ rows: [{ url: '/real-estate-agents/x' }, { url: '/zipcode/1' }] }] },
      '/zipcode/1',
    ],
    [
      'a building',
      { sections: [{ rows: [{ url: '/WA/Town/Old-Mill/apartment/17' }] }] },
      '/WA/Town/Old-Mill/apartment/17',
    ],
  ])('means %s', (_name, payload, path) => {
    expect(placeOf(envelope(payload))).toEqual({
      ...{ outcome: 'ask', request: { step: 'listing', url: `https://www.redfin.com${path}` } },
    });
  });

  it('is read as a browser shows it', () => {
    const shown = `<html><body><pre>${envelope({ exactMatch: { url: '/city/1/WA/A&amp;B' } })}</pre></body></html>`;
    expect(placeOf(shown)).toMatchObject({ request: { url: 'https://www.redfin.com/city/1/WA/A&B' } });
  });

  it.each([
    ['no place', envelope({ sections: [] }), 'not_found'],
    ['a page of another host', envelope({ exactMatch: { url: 'https://evil.test/city/1/WA/T' } }), 'not_found'],
    ['a path that names another host', envelope({ exactMatch: { url: '/.//evil.test/home/12' } }), 'not_found'],
    ['a refusal', envelope({}, 101), 'blocked'],
    ['a question for people', '<h1>Are you a robot?</h1>', 'blocked'],
    ['something else', '<h1>Welcome</h1>', 'unrecognized'],
  ])('that leads to %s ends there', (_name, region, outcome) => {
    expect(placeOf(region)).toMatchObject({ outcome });
  });
});
