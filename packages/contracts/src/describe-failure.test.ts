import { describe, expect, it } from '@jest/globals';
import { describeFailure } from './describe-failure.js';
import { ERRORS } from './errors.js';
import { VERDICTS } from './verdicts.js';

describe('describeFailure', () => {
  it.each(['cancelled', 'expired', 'deadline_exceeded'] as const)('says of %s what the registry says', (error) => {
    expect(describeFailure({ error })).toEqual({
      error,
      message: ERRORS[error].text,
      retryable: ERRORS[error].retryable,
    });
  });

  it('prefers the words of the verdict, and the row’s own to those', () => {
    const { message, retryable } = { ...VERDICTS.login_wall.detail };
    expect(message).toBeDefined();
    expect(describeFailure({ error: 'target_blocked', verdict: 'login_wall' })).toEqual({
      ...{ error: 'target_blocked', message, retryable },
    });
    expect(describeFailure({ error: 'target_blocked', verdict: 'login_wall', message: 'No.' }).message).toBe('No.');
  });

  it('leaves the words of a verdict to its own code', () => {
    expect(describeFailure({ error: 'expired', verdict: 'login_wall' }).message).toBe(ERRORS.expired.text);
  });

  it('passes on how long the target asked to wait', () => {
    const row = { error: 'target_rate_limited', verdict: 'rate_limited' } as const;
    expect(describeFailure({ ...row, retryAfterSeconds: 0 })).toMatchObject({ retryAfterSeconds: 0, retryable: true });
    expect(describeFailure(row)).not.toHaveProperty('retryAfterSeconds');
  });

  it('takes a row without a code for our fault', () => {
    expect(describeFailure({})).toMatchObject({ error: 'internal_error', retryable: true });
  });
});
