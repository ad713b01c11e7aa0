import { describe, expect, it } from '@jest/globals';
import { judgeShare, readShareFragment, SHARE_MAX_CHARS, toShareFragment } from './share-link.js';

const accountId = '0c1d7a52-8c0e-4c7f-9a55-0b3f0e1c2d3a';

describe('a share link', () => {
  it('carries parameters as they are, in characters of a URL, and the account', () => {
    const params = { q: 'é 日本 "x" &#?/', price: { min: 10 }, lr: ['a'], filter: 0 };
    const fragment = toShareFragment({ accountId, params }) ?? '';
    expect(fragment).toMatch(/^#a=[\w-]+&p=[\w-]+$/);
    expect(readShareFragment(fragment)).toEqual({ accountId, params });
  });

  it('carries no secrets', () => {
    const params = { url: 'https://a.example', headers: { Authorization: 'Bearer x' } };
    const shared = readShareFragment(toShareFragment({ accountId, params }) ?? '');
    expect(shared?.params).toEqual({ url: 'https://a.example', headers: { Authorization: '[removed]' } });
  });

  it('is bounded both ways', () => {
    expect(toShareFragment({ accountId, params: { q: 'x'.repeat(SHARE_MAX_CHARS) } })).toBeUndefined();
    expect(readShareFragment(`#a=demo&p=${'A'.repeat(SHARE_MAX_CHARS)}`)).toBeUndefined();
  });

  it.each([
    '',
    '#p=e30',
    '#a=&p=e30',
    '#a=demo&p=',
    '#a=demo&p=%%%',
    '#a=demo&x=e30',
    '#a=demo&p=W10',
    '#a=demo&p=eyJh',
  ])('has nothing in %s', (fragment) => {
    expect(readShareFragment(fragment)).toBeUndefined();
  });

  it('opens within its account alone, to which its members may go', () => {
    const [own, other] = (['demo', 'harbour'] as const).map((id) => ({ id, name: id, role: 'member' as const }));
    if (!own || !other) throw new Error('two accounts');
    const session = { account: own, accounts: [own, other] };
    expect(judgeShare({ accountId: own.id }, session)).toBeUndefined();
    expect(judgeShare({ accountId: other.id }, session)).toEqual({ kind: 'other_account', account: other });
    expect(judgeShare({ accountId: 'northwall' }, session)).toEqual({ kind: 'not_a_member' });
  });
});
