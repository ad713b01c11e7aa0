import { describe, expect, it } from '@jest/globals';
import { batchState, requestState } from './request-state.js';

describe('requestState', () => {
  it.each([
    [{ status: 'pending' }, 'accent', 'Running'],
    [{ status: 'ok', statusCode: 200 }, 'success', 'OK'],
    [{ status: 'ok' }, 'success', 'OK'],
    [{ status: 'ok', statusCode: 404 }, 'warning', 'OK, page is a 404'],
    [{ status: 'error', error: 'target_blocked' }, 'danger', 'target_blocked'],
  ] as const)('%p is %s: %s', (request, tone, text) => {
    expect(requestState(request)).toMatchObject({ tone, text });
  });
});

describe('batchState', () => {
  it('is done only when nothing failed', () => {
    expect(batchState('done', 0).tone).toBe('success');
    expect(batchState('done', 3)).toMatchObject({ tone: 'warning', text: 'Done with failures' });
  });

  it('moves while it runs', () => {
    expect([
      batchState('pending').isActive,
      batchState('in_progress').isActive,
      batchState('stopped').isActive,
    ]).toEqual([true, true, false]);
  });
});
