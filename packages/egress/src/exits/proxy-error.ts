/**
 * Why a proxy did not connect to the target. The last two may be caused by the target, the others are not.
 * `proxy_silent`: it took the request and never responded, as a proxy also does while it waits for a silent target.
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
    super('The proxy did not connect to the target.');
  }
}
