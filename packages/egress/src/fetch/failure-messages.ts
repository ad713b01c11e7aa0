import type { Verdict } from '@quarry/contracts';
import { REDIRECT_WITHOUT_LOCATION } from '@quarry/verdict';
import type { ProxyFailure } from '../exits/proxy-error.js';

/** Say whose failure it was and whether to retry. Nothing of the proxy itself. */
const PROXY_MESSAGES: Readonly<Record<ProxyFailure, string>> = {
  proxy_auth_failed:
    'A proxy of this deployment refused its credentials, so the target was not asked. Nothing is wrong with the request; retry later, or tell the operator.',
  proxy_unreachable:
    'The proxy of this deployment could not be reached, so the target was not asked. Nothing is wrong with the request; retry later.',
  proxy_silent:
    'The proxy of this deployment did not respond, or got no response from the target. Check host and port, or retry later.',
  proxy_refused_target:
    'The proxy of this deployment does not connect to this target. Use another proxyType, or tell the operator.',
  unreachable_via_proxy:
    'The proxy of this deployment could not reach the target. Check host and port, or retry later.',
};

/** What the target did instead of showing a page, by reason. */
const REDIRECT_MESSAGES: Readonly<Record<string, string>> = {
  too_many_redirects:
    'The target keeps redirecting and never shows a page. Check the URL; if the page needs a session, send its cookies in headers.',
  bad_redirect: 'The target redirects to an address that is not a URL. Check the URL, or retry later.',
  [REDIRECT_WITHOUT_LOCATION]:
    'The target responded with a redirect (3xx) that leads nowhere, so there is no page. Check the URL and the headers of the request.',
};

/** By the codes of Node and of Chromium. */
const TLS_CAUSES: readonly (readonly [RegExp, string])[] = [
  [/SELF_SIGNED/, 'self-signed certificate'],
  [/HAS_EXPIRED/, 'expired certificate'],
  [/NOT_YET_VALID/, 'certificate not yet valid'],
  [/CERT_DATE_INVALID/, 'certificate expired or not yet valid'],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH|COMMON_NAME_INVALID/, 'certificate of another host'],
  [/REVOKED/, 'revoked certificate'],
  [/ISSUER_CERT|LEAF_SIGNATURE|AUTHORITY_INVALID|INVALID_CA/, 'certificate of an unknown authority'],
  [/^(?:EPROTO|ERR_SSL_)/, 'TLS protocol error'],
];

const isProxyFailure = (reason: string): reason is ProxyFailure => Object.hasOwn(PROXY_MESSAGES, reason);

export interface Explained {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

/** Adds what the verdict's own text does not say: why the handshake failed, where redirects led, or what the proxy did. */
export const explainFailure = <T extends Explained>(failure: T): T => {
  const { verdict, reason = '' } = failure;
  if (isProxyFailure(reason)) {
    const shown = reason === 'proxy_silent' ? 'proxy_unreachable' : reason;
    return { ...failure, reason: shown, message: PROXY_MESSAGES[reason] };
  }
  const redirect = Object.hasOwn(REDIRECT_MESSAGES, reason) ? REDIRECT_MESSAGES[reason] : undefined;
  if (redirect !== undefined) return { ...failure, message: redirect };
  if (verdict !== 'tls_error') return failure;
  const cause = TLS_CAUSES.find(([codes]) => codes.test(reason))?.[1];
  return cause === undefined
    ? failure
    : { ...failure, message: `TLS handshake failed: ${cause}. Check the URL, or retry later.` };
};
