/**
 * Why a proxy gave no way to the target. All are ours but the last two, which the target may have a part in.
 * `proxy_silent`: it took the request and never answered, as it also does while it waits for a target that says nothing.
 */
export type ProxyFailure =
  | 'proxy_auth_failed'
  | 'proxy_unreachable'
  | 'proxy_silent'
  | 'proxy_refused_target'
  | 'unreachable_via_proxy';

/** Carries no address and no credentials, neither here nor in its cause. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'ERR_PROXY';

  constructor(readonly reason: ProxyFailure) {
    super('The proxy gave no way to the target.');
  }
}

export const isProxyFailure = (reason: string | undefined): boolean =>
  reason !== undefined && /^(?:proxy_|unreachable_via_proxy$)/.test(reason);
