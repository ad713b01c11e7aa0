import type { Verdict } from '@quarry/contracts';
import { ProxyError } from '../exits/proxy-error.js';

/** Why a fetch got no response. `reason` is a code such as `ECONNREFUSED`, never an address. */
export interface NetworkFailure {
  readonly verdict: Verdict;
  readonly reason: string;
}

const DNS_CODES = /^(?:ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|EAI_[A-Z]+)$/;
const TLS_CODES =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$|ERR_CERT_)/;

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && !code.startsWith('ERR_GOT_') && code !== 'ERR_READING_RESPONSE_STREAM') return code;
  return cause === undefined || cause === error ? 'unknown' : codeOf(cause);
};

/** Maps a low-level error to the verdict of the fetch. An unknown error is a `connection_error`. */
export const toNetworkFailure = (error: unknown): NetworkFailure => {
  if (error instanceof ProxyError) return { verdict: 'connection_error', reason: error.reason };
  const code = codeOf(error);
  if (code === 'ERR_TARGET_FORBIDDEN') return { verdict: 'forbidden', reason: 'address' };
  if (DNS_CODES.test(code)) return { verdict: 'dns_error', reason: code };
  if (TLS_CODES.test(code)) return { verdict: 'tls_error', reason: code };
  if (code === 'HPE_HEADER_OVERFLOW') return { verdict: 'too_large', reason: 'headers_too_large' };
  return { verdict: 'connection_error', reason: code };
};
