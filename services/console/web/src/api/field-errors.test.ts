import { describe, expect, it } from '@jest/globals';
import { ApiError } from './api-error.js';
import { fieldErrors, formError } from './field-errors.js';

const refused = (...violations: readonly (readonly [field: string, message: string])[]) =>
  new ApiError({
    status: 422,
    code: 'validation_failed',
    message: 'Some fields are not valid.',
    violations: violations.map(([field, message]) => ({ field, rule: 'x', message })),
  });

describe('fieldErrors', () => {
  it('has the first message of each field, without the name that its label says', () => {
    const error = refused(
      ['email', 'email is required.'],
      ['email', 'email must be an e-mail address.'],
      ['price.max', 'price.max must be greater than price.min.'],
      ['url', 'The parameters must be an object.'],
    );
    expect(fieldErrors(error)).toEqual({
      email: 'This is required.',
      'price.max': 'Must be greater than price.min.',
      url: 'The parameters must be an object.',
    });
  });

  it('is empty for anything else', () => {
    expect([fieldErrors(null), fieldErrors(new Error('x'))]).toEqual([{}, {}]);
  });
});

describe('formError', () => {
  it('is silent while there is no error, and when the fields say it all', () => {
    expect(formError(null, ['email'])).toBeUndefined();
    expect(formError(refused(['email', 'email is required.']), ['email', 'password'])).toBeUndefined();
  });

  it('says what no field of the form can', () => {
    const error = refused(['email', 'email is required.'], ['plan', 'plan is required.']);
    expect(formError(error, ['email'])).toBe('plan is required.');
    const message = 'The e-mail address or the password is wrong.';
    expect(formError(new ApiError({ status: 401, code: 'wrong_credentials', message }), ['email'])).toBe(message);
  });

  it('shows no inner text of a fault of the page', () => {
    expect(formError(new TypeError('x is undefined'), [])).not.toContain('undefined');
  });
});
