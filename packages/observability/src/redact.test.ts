import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_LOG_DEPTH, MAX_LOG_ENTRIES, MAX_LOG_STRING_CHARS, REDACTED, redactText, redactValue } from './redact.js';

describe('redactValue', () => {
  it.each([
    'x-api-key',
    'X-API-Key',
    'apiKey',
    'authorization',
    'Cookie',
    'set-cookie',
    'password',
    'webhookSecret',
    'body',
    'token',
  ])('hides a field named %s at any level', (name) => {
    expect(redactValue({ [name]: 'sesame', inner: [{ [name]: 'sesame' }] })).toEqual({
      [name]: REDACTED,
      inner: [{ [name]: REDACTED }],
    });
  });

  it('keeps harmless fields, also ones that only resemble secrets', () => {
    expect(redactValue({ keyword: 'lamp', operation: 'scrape/web', status: 200, ok: true, none: null })).toEqual({
      keyword: 'lamp',
      operation: 'scrape/web',
      status: 200,
      ok: true,
      none: null,
    });
  });

  it('hides secrets inside errors and their causes', () => {
    const error = new Error('GET http://user:pass@proxy.example/ failed', {
      cause: new Error('x-api-key: qk_abcdef123'),
    });
    const text = JSON.stringify(redactValue({ error }));
    expect(text).toContain('http://[redacted]@proxy.example/');
    expect(text).not.toMatch(/user:pass|qk_abcdef123/);
  });

  it('shows bytes by their size only', () => {
    expect(redactValue({ page: new Uint8Array(12) })).toEqual({ page: '[12 bytes]' });
  });

  it('ends a cycle at the depth bound', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(JSON.stringify(redactValue(loop)).split('self').length - 1).toBe(MAX_LOG_DEPTH);
  });

  it('bounds entries and strings', () => {
    expect(redactValue(Array.from({ length: MAX_LOG_ENTRIES + 1 }, () => 1))).toHaveLength(MAX_LOG_ENTRIES);
    const many = Object.fromEntries(Array.from({ length: MAX_LOG_ENTRIES + 1 }, (_, index) => [`f${index}`, index]));
    expect(Object.keys(redactValue(many) as object)).toHaveLength(MAX_LOG_ENTRIES);
    expect(redactText('a'.repeat(MAX_LOG_STRING_CHARS + 1))).toBe(`${'a'.repeat(MAX_LOG_STRING_CHARS)}...`);
    expect(redactText('a'.repeat(MAX_LOG_STRING_CHARS))).toHaveLength(MAX_LOG_STRING_CHARS);
  });

  it('turns any value into something JSON can write', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }), (value) => {
        JSON.stringify(redactValue({ value }));
      }),
    );
  });
});
