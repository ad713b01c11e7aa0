import { expect } from '@jest/globals';
import { ERRORS, type ErrorCode } from '@quarry/contracts';
import type { Response } from 'supertest';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface ErrorAnswer {
  readonly error: ErrorCode;
  readonly requestMetadata: { readonly id: string };
}

/** The one shape of every error: status, code, retryable, our id in body and header, nothing charged. */
export const expectError = (answer: Response, status: number, code: ErrorCode): void => {
  const body = answer.body as ErrorAnswer;
  expect({ status: answer.status, error: body.error }).toEqual({ status, error: code });
  expect(body).toMatchObject({
    status: 'error',
    retryable: ERRORS[code].retryable,
    message: expect.any(String) as unknown,
    requestMetadata: { id: expect.stringMatching(UUID) as unknown, status: 'error' },
  });
  expect(answer.headers['x-request-id']).toBe(body.requestMetadata.id);
  expect(answer.headers['x-credits-charged']).toBe('0');
};
