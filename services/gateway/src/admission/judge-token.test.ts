import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import type { Account } from '@quarry/store';
import { createTokenSeals, TOKEN_LIFE_MS } from '@quarry/tokens';
import { judgeToken } from './judge-token.js';

const NOW_MS = Date.UTC(2026, 0, 1);
const tokens = createTokenSeals({ secret: 'the deployment secret of a test' });
const accountOf = (id: string): Account => ({ id }) as Account;
const seal = (operation: string, accountId: string): string =>
  tokens?.seal({ operation, accountId }, { next: 1 }, NOW_MS) ?? '';

const judge = (id: string, params: Record<string, unknown>, given: { tokens?: typeof tokens; nowMs?: number } = {}) => {
  const operation = operationById(id);
  if (!operation) throw new Error(`no operation ${id}`);
  return judgeToken({ tokens, nowMs: NOW_MS, ...given }, { operation, account: accountOf('me') }, params)?.error;
};

describe('judgeToken', () => {
  const mine = seal('enginec/serp', 'me');

  it.each([
    ['without one', {}],
    ['with one of its own', { nextPageToken: mine }],
    ['with one beside a query', { q: 'x', nextPageToken: mine }],
  ])('lets a search pass %s', (_name, params) => expect(judge('enginec/serp', params)).toBeUndefined());

  it.each([
    ['of another account', seal('enginec/serp', 'you')],
    ['of another operation', seal('enginea/ai-mode', 'me')],
    ['that is altered', `${mine.slice(0, -2)}${mine.endsWith('AA') ? 'BB' : 'AA'}`],
    ['that is none', 'x'],
  ])('refuses a token %s', (_name, nextPageToken) => {
    expect(judge('enginec/serp', { nextPageToken })).toBe('token_expired');
  });

  it('refuses one that is too old, and any where there is no secret', () => {
    expect(judge('enginec/serp', { nextPageToken: mine }, { nowMs: NOW_MS + TOKEN_LIFE_MS })).toBe('token_expired');
    expect(judge('enginec/serp', { nextPageToken: mine }, { tokens: undefined })).toBe('token_expired');
  });

  it('reads the parameter that the operation names', () => {
    expect(judge('enginea/ai-mode', { subsequentRequestToken: seal('enginea/ai-mode', 'me') })).toBeUndefined();
    expect(judge('enginea/ai-mode', { subsequentRequestToken: mine })).toBe('token_expired');
    expect(judge('enginea/serp', { nextPageToken: 'x' })).toBeUndefined();
  });
});
