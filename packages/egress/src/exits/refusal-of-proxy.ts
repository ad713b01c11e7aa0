import type { IncomingMessage } from 'node:http';
import type { ProxyFailure } from './proxy-error.js';

/**
 * Why a forwarding proxy refused, on a connection that ends at it: a 407 with a challenge, or an error that it marks as its
 * own. Undefined for a response that is the target's, as far as can be told.
 */
export const refusalOfProxy = ({ statusCode = 0, headers }: IncomingMessage): ProxyFailure | undefined => {
  if (statusCode === 407 && headers['proxy-authenticate'] !== undefined) return 'proxy_auth_failed';
  if (headers['x-squid-error'] === undefined) return undefined;
  return statusCode >= 500 ? 'unreachable_via_proxy' : 'proxy_refused_target';
};
