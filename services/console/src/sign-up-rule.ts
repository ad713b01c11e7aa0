const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

export interface SignUpSettings {
  readonly signUp: 'open' | 'closed' | undefined;
  /** Address that the console listens on. */
  readonly host: string;
  /** Its public address. */
  readonly url: string;
}

/**
 * Whether anybody may make an account. An account has credits, and so costs the operator work: unless the operator says otherwise,
 * sign-up is open only where nobody but people at this machine can reach it.
 */
export const isSignUpOpen = ({ signUp, host, url }: SignUpSettings): boolean =>
  signUp === undefined ? LOOPBACK.test(host) && LOOPBACK.test(new URL(url).hostname) : signUp === 'open';
