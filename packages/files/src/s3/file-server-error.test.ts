import { describe, expect, it } from '@jest/globals';
import { FileServerError, nullWhenMissing, toFileServerError } from './file-server-error.js';

const refusal = (httpStatus: number, code = 'SomeError'): FileServerError =>
  new FileServerError('GetObject', code, httpStatus);

describe("a file server's failure", () => {
  it.each([429, 500, 502, 503, 504])('may pass when the server answers %i', (httpStatus) => {
    expect(refusal(httpStatus).isTransient).toBe(true);
  });

  it.each([200, 301, 400, 401, 403, 404, 409, 412, 428, 430, 499, 501])(
    'stays when the server answers %i',
    (httpStatus) => {
      expect(refusal(httpStatus).isTransient).toBe(false);
    },
  );

  it.each(['RequestTimeout', 'SlowDown', 'RequestTimeTooSkewed', 'TooManyRequests'])(
    'may pass when a 400 says %s',
    (code) => {
      expect(refusal(400, code).isTransient).toBe(true);
    },
  );

  it('may pass when no answer came', () => {
    expect(new FileServerError('GetObject', 'ECONNREFUSED').isTransient).toBe(true);
  });

  it.each([
    [409, { isConditionFailed: true }],
    [412, { isConditionFailed: true }],
    [501, { isNotImplemented: true }],
    [404, {}],
    [503, {}],
  ])('of %i is known for what it is', (httpStatus, is) => {
    const { isConditionFailed, isNotImplemented } = refusal(httpStatus);
    const none = { isConditionFailed: false, isNotImplemented: false };
    expect({ isConditionFailed, isNotImplemented }).toEqual({ ...none, ...is });
  });

  it.each(['NotFound', 'NoSuchKey', 'NoSuchUpload'])('that says %s is a missing file', (code) => {
    expect(nullWhenMissing(refusal(404, code))).toBeNull();
  });

  it.each([refusal(404, 'NoSuchBucket'), new Error('NoSuchKey')])('that is another is thrown on: %s', (error) => {
    expect(() => nullWhenMissing(error)).toThrow(error);
  });

  it('carries a code and a status, and nothing else of its cause', () => {
    const cause = { name: 'AccessDenied', message: 'key SECRET', $metadata: { httpStatusCode: 403 } };
    const error = toFileServerError('PutObject', cause);
    expect(error).toMatchObject({ operation: 'PutObject', code: 'AccessDenied', httpStatus: 403 });
    expect(error.message).toBe('The file server refused PutObject: 403 AccessDenied.');
    expect(error.cause).toBeUndefined();
    expect(toFileServerError('HeadObject', error)).toBe(error);
    expect(toFileServerError('PutObject', { name: 'key SECRET!' }).code).toBe('UnknownError');
  });
});
