import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  isSecretHeader,
  REMOVED_HEADER,
  removedHeadersOf,
  secretHeadersOf,
  withoutSecretHeaders,
  withSecretHeaders,
} from './secret-headers.js';

const SENT = { url: 'https://shop.example/', headers: { Accept: 'text/html', Cookie: 'sid=1', 'X-Api-Key': 'k' } };

describe('secret headers', () => {
  it.each([
    ...[
      'cookie',
      'Authorization',
      'Proxy-Authorization',
      'X-Api-Key',
      'apikey',
      'X-Auth-Token',
      'x-amz-security-token',
    ],
    ...['X-CSRF-Token', 'X-XSRF-TOKEN', 'x-session-id', 'X-Goog-Signature', 'Ocp-Apim-Subscription-Key', 'x-password'],
  ])('are known by names such as %s', (name) => {
    expect(isSecretHeader(name)).toBe(true);
  });

  it.each(['accept', 'Accept-Language', 'User-Agent', 'Referer', 'Origin', 'Cache-Control', 'X-Requested-With'])(
    'are none by the name %s',
    (name) => {
      expect(isSecretHeader(name)).toBe(false);
    },
  );

  it('are stored by their names alone, in the letters they were sent in', () => {
    const stored = withoutSecretHeaders(SENT);
    expect(stored.headers).toEqual({ Accept: 'text/html', Cookie: REMOVED_HEADER, 'X-Api-Key': REMOVED_HEADER });
    expect(removedHeadersOf(stored)).toEqual(['Cookie', 'X-Api-Key']);
    expect(secretHeadersOf(SENT)).toEqual({ Cookie: 'sid=1', 'X-Api-Key': 'k' });
    expect(withSecretHeaders(stored, { cookie: 'sid=2', 'x-other': 'no' }).headers).toEqual({
      ...{ Accept: 'text/html', Cookie: 'sid=2', 'X-Api-Key': REMOVED_HEADER },
    });
  });

  it.each([null, 'text', 5, [], {}, { headers: null }, { headers: 'x' }, { headers: { Accept: 'a' } }])(
    'are not looked for in %j',
    (params) => {
      expect(withoutSecretHeaders(params)).toBe(params);
      expect(secretHeadersOf(params)).toBeUndefined();
      expect(withSecretHeaders(params, { cookie: 'a' })).toBe(params);
    },
  );

  it('come back as they were sent, whatever they are', () => {
    const values = fc.string().filter((value) => value !== REMOVED_HEADER);
    const names = fc.oneof(
      fc.constantFrom('Cookie', 'AUTHORIZATION', 'accept'),
      fc.stringMatching(/^[A-Za-z-]{1,20}$/),
    );
    const headers = fc
      .uniqueArray(fc.tuple(names, values), { selector: ([name]) => name.toLowerCase() })
      .map((entries) => Object.fromEntries(entries));
    fc.assert(
      fc.property(headers, (sent) => {
        const stored = withoutSecretHeaders({ headers: sent });
        for (const [name, value] of Object.entries(stored.headers)) {
          if (isSecretHeader(name)) expect(value).toBe(REMOVED_HEADER);
        }
        expect(withSecretHeaders(stored, secretHeadersOf({ headers: sent }) ?? {})).toEqual({ headers: sent });
      }),
    );
  });
});
