import { describe, expect, it } from '@jest/globals';
import { deadlineFailure } from './deadline-failure.js';
import { verdictRule } from './verdicts.js';

describe('deadlineFailure', () => {
  it('is the target’s timeout where the caller gave one, and the service’s deadline elsewhere', () => {
    expect(deadlineFailure({ url: 'https://a.example/', timeout: 1_500 })).toEqual({
      verdict: 'page_timeout',
      error: 'target_timeout',
      message: expect.stringContaining('its timeout of 1500 ms'),
    });
    for (const params of [{}, { timeout: undefined }, undefined, null, 'text', []]) {
      expect(deadlineFailure(params)).toEqual({ verdict: 'deadline_exceeded', error: 'deadline_exceeded' });
    }
  });

  it('has the error of its verdict', () => {
    for (const params of [{}, { timeout: 1_000 }]) {
      const { verdict, error } = deadlineFailure(params);
      expect(verdictRule(verdict).error).toBe(error);
    }
  });
});
