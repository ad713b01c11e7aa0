import { isUtf8 } from 'node:buffer';
import { cookieKeyOf, type CookieChange, type KeptCookie } from '@quarry/contracts/kept-cookie';
import { getDomain } from 'tldts';
import { Cookie, defaultPath, domainMatch, pathMatch } from 'tough-cookie';

/** Cookies that one fetch adds, and the longest one kept. */
export const MAX_COOKIES = 100;
export const MAX_COOKIE_CHARS = 4096;
/** The longest life of a cookie, as browsers have it. */
export const MAX_COOKIE_LIFE_MS = 400 * 86_400_000;

/** The cookies of one fetch along its redirects: those of its session, and what the target sets. */
export interface CookieJar {
  store(url: URL, setCookie: readonly string[]): void;
  /** Value of the Cookie header for `url`; empty when there is none. */
  headerFor(url: URL): string;
  /** What the target did to them. */
  changes(): readonly CookieChange[];
}

const SAME_SITES: ReadonlySet<unknown> = new Set(['strict', 'lax', 'none']);

const sameSiteOf = ({ sameSite }: Cookie): KeptCookie['sameSite'] =>
  // safe because the set has exactly these
  SAME_SITES.has(sameSite) ? (sameSite as KeptCookie['sameSite']) : undefined;

/** What the name promises, as browsers hold sites to it: else a subdomain could set such a cookie for the others. */
const keepsPrefix = ({ key, secure, domain, path }: Cookie): boolean => {
  const name = key.toLowerCase();
  if (name.startsWith('__host-')) return secure && !domain && path === '/';
  return secure || !name.startsWith('__secure-');
};

// Node has the bytes of headers as latin1. A session has the text that they are in UTF-8, as the browser has it.
const toWire = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const fromWire = (wire: string): string => {
  const bytes = Buffer.from(wire, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : wire;
};
const recoded = <T extends KeptCookie>(cookie: T, recode: (text: string) => string): T => {
  const [name, value, path] = [cookie.name, cookie.value, cookie.path].map(recode);
  return { ...cookie, name, value, path };
};

/** Undefined for a malformed or too long cookie, and for one that the host may not set. */
const readCookie = ({ protocol, hostname, pathname }: URL, line: string, nowMs: number): CookieChange | undefined => {
  const cookie = line.length > MAX_COOKIE_CHARS ? undefined : Cookie.parse(line);
  if (!cookie || (cookie.secure && protocol !== 'https:') || !keepsPrefix(cookie)) return undefined;
  const domain = cookie.domain ?? hostname;
  // Public suffixes such as co.uk, single labels and addresses have no registrable domain: their cookies are shared with no other host.
  const isSharable = getDomain(domain, { allowPrivateDomains: true }) !== null;
  if (domain !== hostname && !(isSharable && domainMatch(hostname, domain))) return undefined;
  const leftMs = cookie.TTL(nowMs);
  const sameSite = sameSiteOf(cookie);
  return {
    ...{ name: cookie.key, value: cookie.value, domain, path: cookie.path ?? defaultPath(pathname) },
    ...{ isHostOnly: !cookie.domain || !isSharable, isSecure: cookie.secure, isHttpOnly: cookie.httpOnly },
    ...(sameSite === undefined ? {} : { sameSite }),
    ...(Number.isFinite(leftMs) ? { expiresAtMs: Math.round(nowMs + Math.min(leftMs, MAX_COOKIE_LIFE_MS)) } : {}),
    ...(leftMs <= 0 ? { isDeleted: true } : {}),
    setAtMs: nowMs,
  };
};

/** Whether the cookie is sent to that address. */
const isFor = ({ domain, path, isHostOnly, isSecure }: KeptCookie, { protocol, hostname, pathname }: URL): boolean =>
  (isHostOnly ? hostname === domain : domainMatch(hostname, domain) === true) &&
  pathMatch(pathname, path) &&
  (!isSecure || protocol === 'https:');

/** Whether what is set in the clear would hide a cookie that was set over TLS, of whichever of the hosts that share them. */
const hidesSecure = (cookies: Iterable<KeptCookie>, { name, domain, path }: KeptCookie): boolean => {
  for (const one of cookies) {
    if (!one.isSecure || one.name !== name || !pathMatch(path, one.path)) continue;
    if (domainMatch(domain, one.domain) === true || domainMatch(one.domain, domain) === true) return true;
  }
  return false;
};

/** A navigation that a person begins sends cookies whatever their SameSite is. */
export const createCookieJar = (kept: readonly KeptCookie[] = []): CookieJar => {
  const cookies = new Map<string, KeptCookie>(
    kept.map((cookie) => recoded(cookie, toWire)).map((cookie) => [cookieKeyOf(cookie), cookie]),
  );
  const changes = new Map<string, CookieChange>();
  const maxCookies = cookies.size + MAX_COOKIES;

  const store = (url: URL, setCookie: readonly string[]) => {
    for (const line of setCookie) {
      const read = readCookie(url, line, Date.now());
      if (!read) continue;
      const key = cookieKeyOf(read);
      if (url.protocol !== 'https:' && hidesSecure(cookies.values(), read)) continue;
      if (read.isDeleted) cookies.delete(key);
      else if (cookies.has(key) || cookies.size < maxCookies) cookies.set(key, read);
      else continue;
      if (changes.has(key) || changes.size < maxCookies) changes.set(key, read);
    }
  };

  const headerFor = (url: URL) =>
    [...cookies.values()]
      .filter((cookie) => isFor(cookie, url))
      .sort((left, right) => right.path.length - left.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  return { store, headerFor, changes: () => [...changes.values()].map((change) => recoded(change, fromWire)) };
};
