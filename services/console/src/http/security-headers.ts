import type { RequestHandler } from 'express';

/** Headers of every response. Pages of the app and stored pages replace the policy by their own. HSTS is left to the TLS proxy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const AS_HEADERS = new Headers(SECURITY_HEADERS);

export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.setHeaders(AS_HEADERS);
  next();
};

/** The policy of files of the app: of its scripts that run as workers it is the only one. */
export const ASSET_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** The policy of the app's own page. All styles and scripts are files of the app: nothing inline, and so no nonce. */
export const APP_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');
