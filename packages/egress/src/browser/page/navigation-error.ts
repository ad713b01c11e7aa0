import { unanswered, type TierResult } from '../../fetch/raw-page.js';

const NET_ERROR = /net::(ERR_[A-Z0-9_]+)/;
const TLS_ERROR = /^ERR_(?:CERT|SSL|TLS|BAD_SSL|ECH)_/;

/** The browser's code for a failed navigation, such as `ERR_NAME_NOT_RESOLVED`; undefined for other errors. */
export const readNetError = (error: unknown): string | undefined =>
  NET_ERROR.exec(String((error as Error | null)?.message ?? error))?.[1];

/** Verdict of a failed navigation for which the proxy knows no cause. */
export const toNavigationFailure = (code: string | undefined): TierResult => {
  if (code === undefined) return unanswered('connection_error', 'navigation_failed');
  if (TLS_ERROR.test(code)) return unanswered('tls_error', code);
  if (code === 'ERR_NAME_NOT_RESOLVED') return unanswered('dns_error', code);
  if (code === 'ERR_TOO_MANY_REDIRECTS') return unanswered('connection_error', 'too_many_redirects');
  if (code === 'ERR_DISALLOWED_URL_SCHEME' || code === 'ERR_UNKNOWN_URL_SCHEME')
    return unanswered('forbidden', 'scheme');
  if (code === 'ERR_RESPONSE_HEADERS_TOO_BIG') return unanswered('too_large', 'headers_too_large');
  if (code === 'ERR_TIMED_OUT') return unanswered('page_timeout', code);
  return unanswered('connection_error', code);
};
