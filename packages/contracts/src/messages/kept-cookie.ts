/** A cookie of a session. Its identity is name, domain and path. */
export interface KeptCookie {
  readonly name: string;
  readonly value: string;
  /** A host in lower case, without a leading dot. */
  readonly domain: string;
  readonly path: string;
  /** Sent to `domain` alone, not to its subdomains. */
  readonly isHostOnly: boolean;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  /** Absent: the browser's default. */
  readonly sameSite?: 'strict' | 'lax' | 'none' | undefined;
  /** Absent: it is kept as long as its session. */
  readonly expiresAtMs?: number | undefined;
  /** When the target set it: of two calls at once, the newer cookie stays. */
  readonly setAtMs: number;
}

/** What a call did to a cookie: it was set, or deleted at `setAtMs`. */
export interface CookieChange extends KeptCookie {
  readonly isDeleted?: true | undefined;
}

export const cookieKeyOf = ({ name, domain, path }: Pick<KeptCookie, 'name' | 'domain' | 'path'>): string =>
  `${domain};${path};${name}`;
