import type { RequestHandler } from 'express';

/**
 * Responses may not run scripts, be framed, have their type guessed or leak their URL. Pages with a style of their own set their
 * own policy; HSTS is left to the proxy that terminates TLS.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const AS_HEADERS = new Headers(SECURITY_HEADERS);

export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.setHeaders(AS_HEADERS);
  next();
};
