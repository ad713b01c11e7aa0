import { securityHeaders, settingHeaders } from '@quarry/observability';

/** Pages of the app and stored pages replace the policy by their own. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...securityHeaders("default-src 'none'; frame-ancestors 'none'; sandbox"),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export const setSecurityHeaders = settingHeaders(SECURITY_HEADERS);

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
