import { expect, it } from '@jest/globals';
import { explainFailure } from './failure-messages.js';

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
  ['CERT_HAS_EXPIRED', 'expired certificate'],
  ['ERR_CERT_DATE_INVALID', 'certificate expired or not yet valid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate of another host'],
  ['ERR_CERT_COMMON_NAME_INVALID', 'certificate of another host'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate of an unknown authority'],
  ['ERR_CERT_AUTHORITY_INVALID', 'certificate of an unknown authority'],
  ['EPROTO', 'TLS protocol error'],
])('%s is explained as %s', (reason, cause) => {
  const message = `TLS handshake failed: ${cause}. Check the URL, or retry later.`;
  expect(explainFailure({ verdict: 'tls_error', reason })).toEqual({ verdict: 'tls_error', reason, message });
});

it.each([
  ['connection_error', 'too_many_redirects', /keeps redirecting/],
  ['connection_error', 'bad_redirect', /not a URL/],
  ['target_5xx', 'redirect_without_location', /leads nowhere/],
] as const)('%s, %s says where the redirect led', (verdict, reason, words) => {
  const { message, ...rest } = explainFailure({ verdict, reason, message: undefined });
  expect(rest).toEqual({ verdict, reason });
  expect(message).toMatch(words);
  expect(message).not.toMatch(/refused/);
});

it('leaves other failures as they are', () => {
  const unknown = { verdict: 'tls_error', reason: 'ERR_TLS_SOMETHING_NEW' } as const;
  expect(explainFailure(unknown)).toBe(unknown);
  const other = { verdict: 'connection_error', reason: 'EPROTO' } as const;
  expect(explainFailure(other)).toBe(other);
});
