import { MAX_SESSION_BYTES, MAX_SESSION_COOKIES, REQUEST_DEADLINE_MS } from '@quarry/contracts';
import { cookieKeyOf, type CookieChange, type KeptCookie } from '@quarry/contracts/kept-cookie';
import { getDomain } from 'tldts';

/** Deletions remembered for calls that began before them, and their bytes as JSON. */
export const MAX_DELETIONS = 50;
export const MAX_DELETION_BYTES = 4_000;

/** The exit of a session. */
export interface SessionExit {
  readonly id: string;
  readonly proxyType: string;
  readonly country?: string | undefined;
}

interface Deletion extends Pick<KeptCookie, 'name' | 'domain' | 'path'> {
  readonly atMs: number;
}

/** What a session keeps. */
export interface Jar {
  readonly cookies: readonly KeptCookie[];
  /** So that a slower call that set such a cookie earlier does not bring it back. */
  readonly deletions: readonly Deletion[];
  readonly exit?: SessionExit | undefined;
}

export const EMPTY_JAR: Jar = { cookies: [], deletions: [] };

export const liveCookies = ({ cookies }: Jar, nowMs: number): readonly KeptCookie[] =>
  cookies.filter(({ expiresAtMs = Infinity }) => expiresAtMs > nowMs);

interface Bounds {
  readonly count: number;
  readonly bytes: number;
}

/** The first of them that are within both bounds. */
const firstWithin = <T>(values: readonly T[], { count, bytes }: Bounds): readonly T[] => {
  let sum = 0;
  const kept: T[] = [];
  for (const value of values.slice(0, count)) {
    sum += Buffer.byteLength(JSON.stringify(value)) + 1;
    if (sum > bytes) break;
    kept.push(value);
  }
  return kept;
};

const siteOfHost = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;

/** Cookies of the site of the call first, and the newest first. */
const byWorth = (host: string) => {
  const site = siteOfHost(host);
  const rank = ({ domain }: KeptCookie): number => (siteOfHost(domain) === site ? 0 : 1);
  return (left: KeptCookie, right: KeptCookie): number => rank(left) - rank(right) || right.setAtMs - left.setAtMs;
};

export interface MergedJar {
  readonly jar: Jar;
  /** Cookies that had no room. */
  readonly droppedCount: number;
}

/** The jar after a call to `host`. Of two states of one cookie the newer one counts, in whatever order calls end. */
export const mergeJar = (
  jar: Jar,
  changes: readonly CookieChange[],
  { host, nowMs }: { readonly host: string; readonly nowMs: number },
): MergedJar => {
  const cookies = new Map(liveCookies(jar, nowMs).map((cookie) => [cookieKeyOf(cookie), cookie]));
  const recent = jar.deletions.filter(({ atMs }) => atMs > nowMs - REQUEST_DEADLINE_MS);
  const deletions = new Map(recent.map((deletion) => [cookieKeyOf(deletion), deletion]));
  for (const { isDeleted, ...cookie } of changes) {
    const { name, domain, path, setAtMs } = cookie;
    const key = cookieKeyOf(cookie);
    if (setAtMs < Math.max(cookies.get(key)?.setAtMs ?? 0, deletions.get(key)?.atMs ?? 0)) continue;
    if (isDeleted) deletions.set(key, { name, domain, path, atMs: setAtMs });
    else deletions.delete(key);
    if (isDeleted) cookies.delete(key);
    else cookies.set(key, cookie);
  }
  const kept = firstWithin([...cookies.values()].toSorted(byWorth(host)), {
    count: MAX_SESSION_COOKIES,
    bytes: MAX_SESSION_BYTES,
  });
  const newest = [...deletions.values()].toSorted((left, right) => right.atMs - left.atMs);
  return {
    jar: {
      ...jar,
      cookies: kept,
      deletions: firstWithin(newest, { count: MAX_DELETIONS, bytes: MAX_DELETION_BYTES }),
    },
    droppedCount: cookies.size - kept.length,
  };
};
