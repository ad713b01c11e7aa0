import { isIP } from 'node:net';

interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly isHostOnly: boolean;
  readonly path: string;
  readonly isSecure: boolean;
}

/** Cookies kept in one fetch, and the longest one kept. */
export const MAX_COOKIES = 100;
export const MAX_COOKIE_CHARS = 4096;

/** The cookies of one fetch along its redirects. Nothing is kept between fetches. */
export interface CookieJar {
  store(url: URL, setCookie: readonly string[]): void;
  /** Value of the Cookie header for `url`; empty when there is none. */
  headerFor(url: URL): string;
}

const readAttributes = (parts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    parts.map((part) => {
      const at = part.indexOf('=');
      return at === -1
        ? [part.trim().toLowerCase(), '']
        : [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
    }),
  );

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const isExpired = (attributes: ReadonlyMap<string, string>, nowMs: number): boolean => {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isFinite(expires) && expires <= nowMs;
};

const defaultPath = (url: URL): string => {
  const end = url.pathname.lastIndexOf('/');
  return end <= 0 ? '/' : url.pathname.slice(0, end);
};

const isPathWithin = (path: string, cookiePath: string): boolean =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);

/** Undefined where the host may not set such a cookie. */
const readDomain = (host: string, attribute: string): { domain: string; isHostOnly: boolean } | undefined => {
  const domain = attribute.replace(/^\./, '').toLowerCase();
  if (!domain || domain === host) return { domain: host, isHostOnly: !domain };
  const isSettable = domain.includes('.') && isIP(host) === 0 && isWithin(host, domain);
  return isSettable ? { domain, isHostOnly: false } : undefined;
};

const readCookie = (url: URL, line: string): { cookie: StoredCookie; isDeleted: boolean } | undefined => {
  if (line.length > MAX_COOKIE_CHARS) return undefined;
  const [pair = '', ...rest] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(at, 0)).trim();
  if (!name) return undefined;
  const attributes = readAttributes(rest);
  const scope = readDomain(url.hostname, attributes.get('domain') ?? '');
  const isSecure = attributes.has('secure');
  if (!scope || (isSecure && url.protocol !== 'https:')) return undefined;
  const path = attributes.get('path');
  const cookie = {
    name,
    value: pair.slice(at + 1).trim(),
    ...scope,
    path: path?.startsWith('/') ? path : defaultPath(url),
    isSecure,
  };
  return { cookie, isDeleted: isExpired(attributes, Date.now()) };
};

export const createCookieJar = (): CookieJar => {
  const cookies = new Map<string, StoredCookie>();

  const store = (url: URL, setCookie: readonly string[]) => {
    for (const line of setCookie) {
      const read = readCookie(url, line);
      if (!read) continue;
      const { cookie, isDeleted } = read;
      const key = `${cookie.domain};${cookie.path};${cookie.name}`;
      if (isDeleted) cookies.delete(key);
      else if (cookies.has(key) || cookies.size < MAX_COOKIES) cookies.set(key, cookie);
    }
  };

  const headerFor = (url: URL) =>
    [...cookies.values()]
      .filter(
        (cookie) =>
          (cookie.isHostOnly ? url.hostname === cookie.domain : isWithin(url.hostname, cookie.domain)) &&
          isPathWithin(url.pathname, cookie.path) &&
          (!cookie.isSecure || url.protocol === 'https:'),
      )
      .sort((left, right) => right.path.length - left.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  return { store, headerFor };
};
