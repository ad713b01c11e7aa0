import type { ProxyFailure } from './proxy-error.js';

/** What the caller is told: whose failure it was, and that it may pass. Nothing of the proxy itself. */
const MESSAGES: Readonly<Record<ProxyFailure, string>> = {
  proxy_auth_failed:
    'A proxy of this deployment refused its credentials, so the target was not asked. Nothing is wrong with the request; retry later, or tell the operator.',
  proxy_unreachable:
    'The proxy of this deployment could not be reached, so the target was not asked. Nothing is wrong with the request; retry later.',
  proxy_silent:
    'The proxy of this deployment gave no answer, or waited for the target in vain. Check host and port, or retry later.',
  proxy_refused_target:
    'The proxy of this deployment does not connect to this target. Use another proxyType, or tell the operator.',
  unreachable_via_proxy:
    'The proxy of this deployment could not reach the target. Check host and port, or retry later.',
};

const isKnown = (reason: string): reason is ProxyFailure => Object.hasOwn(MESSAGES, reason);

export interface Explained {
  readonly reason?: string;
  readonly message?: string;
}

/** Adds what the verdict's own text does not say of a proxy's failure. */
export const explainProxyFailure = <T extends Explained>(failure: T): T => {
  const { reason } = failure;
  if (reason === undefined || !isKnown(reason)) return failure;
  return { ...failure, reason: reason === 'proxy_silent' ? 'proxy_unreachable' : reason, message: MESSAGES[reason] };
};
