import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Headers of every response under a content security policy: it may not be kept, framed, have its type guessed or leak its URL.
 * HSTS is left to the proxy that terminates TLS.
 */
export const securityHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** A step of a request that sets headers. */
export const settingHeaders = (
  headers: Readonly<Record<string, string>>,
): ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) => {
  // Not `Headers`, for which Node would load its whole `fetch`.
  const asMap = new Map(Object.entries(headers));
  return (_request, response, next) => {
    response.setHeaders(asMap);
    next();
  };
};
