import { describe, expect, it } from '@jest/globals';
import { readNetError, toNavigationFailure } from '../browser/page/navigation-error.js';
import { toNetworkFailure } from './network-error.js';

const coded = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

describe('toNetworkFailure', () => {
  it.each([
    ['ENOTFOUND', 'dns_error', 'ENOTFOUND'],
    ['EAI_AGAIN', 'dns_error', 'EAI_AGAIN'],
    ['ECONNREFUSED', 'connection_error', 'ECONNREFUSED'],
    ['ECONNRESET', 'connection_error', 'ECONNRESET'],
    ['CERT_HAS_EXPIRED', 'tls_error', 'CERT_HAS_EXPIRED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_error', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_error', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['EPROTO', 'tls_error', 'EPROTO'],
    ['HPE_HEADER_OVERFLOW', 'too_large', 'headers_too_large'],
    ['HPE_INVALID_CONSTANT', 'connection_error', 'HPE_INVALID_CONSTANT'],
    ['ERR_TARGET_FORBIDDEN', 'forbidden', 'address'],
  ])('%s is %s', (code, verdict, reason) => {
    expect(toNetworkFailure(coded(code))).toEqual({ verdict, reason });
    expect(toNetworkFailure(coded('ERR_GOT_REQUEST_ERROR', coded(code)))).toEqual({ verdict, reason });
  });

  it.each([undefined, null, 'text', new Error('10.0.0.1 said no')])('tells nothing of %p', (error) => {
    expect(toNetworkFailure(error)).toEqual({ verdict: 'connection_error', reason: 'unknown' });
  });
});

describe('toNavigationFailure', () => {
  it.each([
    ['net::ERR_CERT_DATE_INVALID at https://x/', 'tls_error/ERR_CERT_DATE_INVALID'],
    ['net::ERR_SSL_PROTOCOL_ERROR at https://x/', 'tls_error/ERR_SSL_PROTOCOL_ERROR'],
    ['net::ERR_NAME_NOT_RESOLVED at https://x/', 'dns_error/ERR_NAME_NOT_RESOLVED'],
    ['net::ERR_TOO_MANY_REDIRECTS at https://x/', 'connection_error/too_many_redirects'],
    ['net::ERR_UNKNOWN_URL_SCHEME at x:y', 'forbidden/scheme'],
    ['net::ERR_RESPONSE_HEADERS_TOO_BIG at https://x/', 'too_large/headers_too_large'],
    ['net::ERR_TIMED_OUT at https://x/', 'page_timeout/ERR_TIMED_OUT'],
    ['net::ERR_EMPTY_RESPONSE at https://x/', 'connection_error/ERR_EMPTY_RESPONSE'],
    ['something about 10.0.0.1', 'connection_error/navigation_failed'],
  ])('%s is %s', (message, expected) => {
    const result = toNavigationFailure(readNetError(new Error(message)));
    expect(result.isAnswered ? '' : `${result.verdict}/${result.reason}`).toBe(expected);
  });
});
