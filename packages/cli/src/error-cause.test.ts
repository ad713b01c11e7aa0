import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { causeOf } from './error-cause.js';

describe('causeOf', () => {
  it('is the code of a system error', async () => {
    const error: unknown = await readFile('/no/such/file').catch((cause: unknown) => cause);
    expect(causeOf(error)).toBe('ENOENT');
  });

  it.each([
    [new Error('first\nsecond'), 'first'],
    [Object.assign(new Error('Other processes write.'), { code: 'busy' }), 'Other processes write.'],
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [{ message: '' }, '[object Object]'],
  ])('of %p is %p', (error, cause) => {
    expect(causeOf(error)).toBe(cause);
  });
});
