import { describe, expect, it } from '@jest/globals';
import { judgeShare, readShareSearch, sharePath } from './share-link.js';

const ID = '0c1d7a52-8c0e-4c7f-9a55-0b3f0e1c2d3a';

describe('a share link', () => {
  it('names the call and the account, and is read again', () => {
    const url = new URL(sharePath('scrape/web', ID, 'demo'), 'http://console.example');
    expect(url.pathname).toBe('/playground/scrape/web');
    expect(readShareSearch(Object.fromEntries(url.searchParams))).toEqual({ shared: ID, in: 'demo' });
    expect(readShareSearch({ shared: ID, in: 7 })).toEqual({ shared: ID, in: '7' });
  });

  it.each([{}, { shared: 'x', in: 'demo' }, { shared: 5 }, { in: 'demo' }])('has nothing in %j', (search) => {
    expect(readShareSearch(search)).toEqual({});
  });

  it.each([undefined, '', 'a b', {}, 'x'.repeat(65)])('may name no account, as by %j', (account) => {
    expect(readShareSearch({ shared: ID, in: account })).toEqual({ shared: ID });
  });

  it('opens within its account alone, to which its members may go', () => {
    const [own, other] = (['demo', 'harbour'] as const).map((id) => ({ id, name: id, role: 'member' as const }));
    if (!own || !other) throw new Error('two accounts');
    const session = { account: own, accounts: [own, other] };
    expect(judgeShare(own.id, session)).toBeUndefined();
    expect(judgeShare(other.id, session)).toEqual({ kind: 'other_account', account: other });
    expect(judgeShare('northwall', session)).toEqual({ kind: 'not_a_member' });
  });
});
