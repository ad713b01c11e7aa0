import { securityHeaders, settingHeaders } from '@quarry/observability';

/** Responses run no scripts. Pages with a style of their own set their own policy. */
export const SECURITY_HEADERS = securityHeaders("default-src 'none'; frame-ancestors 'none'");

export const setSecurityHeaders = settingHeaders(SECURITY_HEADERS);
