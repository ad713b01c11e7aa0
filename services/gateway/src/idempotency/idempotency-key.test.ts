import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IDEMPOTENCY_KEY_MAX_CHARS } from '../bounds.js';
import { fingerprintOf, readIdempotencyKey } from './idempotency-key.js';
import { isAnswerKept } from './kept-answer.js';

const read = (key: string | string[] | undefined, method = 'POST') =>
  readIdempotencyKey({ method, headers: key === undefined ? {} : { 'idempotency-key': key } });

describe('readIdempotencyKey', () => {
  it.each(['a', '8e03978e-40d5-43dd-bc93-6894a57f9324', '"quoted"', '!~', 'k'.repeat(IDEMPOTENCY_KEY_MAX_CHARS)])(
    'takes %j',
    (key) => {
      expect(read(key)).toEqual({ ok: true, key });
    },
  );

  it.each(['', ' ', 'two words', 'one, two', 'é', 'tab\there', 'k'.repeat(IDEMPOTENCY_KEY_MAX_CHARS + 1), 'a\x7f'])(
    'refuses %j and says what a key is',
    (key) => {
      expect(read(key)).toEqual({ ok: false, message: expect.stringMatching(/1 to 255 visible ASCII/) });
    },
  );

  it('refuses one that was sent as a list', () => {
    expect(read(['a'])).toMatchObject({ ok: false });
  });

  it('is without one where none was sent and for what is no POST', () => {
    expect(read(undefined)).toEqual({ ok: true, key: undefined });
    for (const method of ['GET', 'DELETE']) expect(read('two words', method)).toEqual({ ok: true, key: undefined });
  });
});

describe('fingerprintOf', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, shuffled(inner)]),
    );
  };
  const body = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { noNullPrototype: true });

  it('does not see the order of keys, at any depth', () => {
    fc.assert(
      fc.property(body, (one) => {
        expect(fingerprintOf(shuffled(one) as Record<string, unknown>)).toBe(fingerprintOf(one));
      }),
    );
  });

  it('tells bodies apart that differ', () => {
    fc.assert(
      fc.property(body, body, (one, other) => {
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(fingerprintOf(one) === fingerprintOf(other)).toBe(isSame);
      }),
    );
    const bodies = [{}, { a: 1 }, { a: '1' }, { a: [1] }, { a: [1, 2] }, { a: [2, 1] }, { a: null }, { a: { b: 1 } }];
    expect(new Set(bodies.map(fingerprintOf)).size).toBe(bodies.length);
  });

  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .map(([key, inner]): [string, unknown] => [key, sorted(inner)])
      .sort(([a], [b]) => (a < b ? -1 : 1));
  };

  it('takes a key of objects for what it is', () => {
    expect(fingerprintOf(JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>)).not.toBe(fingerprintOf({}));
  });
});

describe('isAnswerKept', () => {
  it.each([
    [[200, 201, 299, 400, 401, 404, 409, 413, 422, 499], true],
    [[100, 199, 300, 402, 429, 500, 501, 502, 503, 504, 302], false],
  ] as const)('for %j is %p', (statuses, isKept) => {
    for (const statusCode of statuses) expect([statusCode, isAnswerKept({ statusCode })]).toEqual([statusCode, isKept]);
  });
});
