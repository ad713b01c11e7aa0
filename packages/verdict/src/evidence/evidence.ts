import type { Verdict } from '@quarry/contracts';

/** The result of a fetch, as far as a verdict needs it. */
export interface Evidence {
  /** `page`: any page a caller asks for. `record`: an engine's or site's page, where 403, 404 and logins mean more. */
  readonly purpose: 'page' | 'record';
  readonly requestedUrl: string;
  /** Final URL after redirects. */
  readonly url: string;
  readonly statusCode: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded document; absent for binary ones. */
  readonly text?: string | undefined;
  readonly mediaType: string;
  readonly tier: 'http' | 'browser';
  readonly bodyBytes: number;
  readonly isRedirected: boolean;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** Kind and system, such as `cloudflare_challenge` or `login_redirect`; absent for a plain `ok`. */
  readonly reason?: string;
}
