import { describe, expect, it } from '@jest/globals';
import type { ErrorBody, Violation } from '@quarry/contracts';
import { MAX_IDEMPOTENT_BODY_BYTES } from '@quarry/store';
import { KEPT_VIOLATIONS_MAX_BYTES } from '../bounds.js';
import { keptRefusal } from './kept-answer.js';

const ID = '0b9c4f0e-2f5d-4e57-9a52-8f0a3d5c6b71';
const violations = (count: number, message: string): readonly Violation[] =>
  Array.from({ length: count }, (_, index) => ({ field: `requests.${index}.url`, rule: 'required', message }));
const kept = (errors: readonly Violation[]) => {
  const { statusCode, body = '' } = keptRefusal(ID, 'validation_failed', { errors });
  expect(statusCode).toBe(422);
  // safe because it was made of one
  return { body: JSON.parse(body) as ErrorBody, sizeBytes: Buffer.byteLength(body) };
};

describe('a kept refusal', () => {
  it('is the whole answer while its violations are few', () => {
    const errors = violations(50, 'url is required.');
    expect(kept(errors).body).toEqual({
      requestMetadata: { id: ID, status: 'error' },
      status: 'error',
      error: 'validation_failed',
      message: 'Some fields are not valid. The errors list names each of them.',
      retryable: false,
      errors,
    });
  });

  it.each([
    ['many', violations(20_000, 'url is required.')],
    ['long', violations(1_000, 'ä'.repeat(4_000))],
  ])('has the first of %s violations, and tells how many there were', (_what, errors) => {
    const { body, sizeBytes } = kept(errors);
    const { length } = body.errors ?? [];
    expect(length).toBeGreaterThan(0);
    expect(body).toMatchObject({ errors: errors.slice(0, length), errorsCount: errors.length });
    expect(body.message).toMatch(new RegExp(`first ${length} of \\d+,000 violations`));
    expect(sizeBytes).toBeLessThan(KEPT_VIOLATIONS_MAX_BYTES + 1_000);
    expect(sizeBytes).toBeLessThan(MAX_IDEMPOTENT_BODY_BYTES);
  });
});
