import type { RequestHandler } from 'express';

/**
 * Nothing the API answers may run, be framed, be guessed at or be told about by its address. Pages with a style of their own
 * set their own policy; that connections are secure is for the proxy to say that ends TLS.
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
