import { getDomain } from 'tldts';
import { Cookie, defaultPath, domainMatch, pathMatch } from 'tough-cookie';

/** Cookies kept in one fetch, and the longest one kept. */
export const MAX_COOKIES = 100;
export const MAX_COOKIE_CHARS = 4096;

/** The cookies of one fetch along its redirects. Nothing is kept between fetches. */
export interface CookieJar {
  store(url: URL, setCookie: readonly string[]): void;
  /** Value of the Cookie header for `url`; empty when there is none. */
  headerFor(url: URL): string;
}

interface StoredCookie {
  readonly cookie: Cookie;
  readonly domain: string;
  readonly path: string;
  readonly isHostOnly: boolean;
}

/** Undefined for a malformed or too long cookie, and for one that the host may not set. */
const readCookie = ({ protocol, hostname, pathname }: URL, line: string): StoredCookie | undefined => {
  const cookie = line.length > MAX_COOKIE_CHARS ? undefined : Cookie.parse(line);
  if (!cookie || (cookie.secure && protocol !== 'https:')) return undefined;
  const domain = cookie.domain ?? hostname;
  // Public suffixes such as co.uk, single labels and addresses have no registrable domain: their cookies are shared with no other host.
  const isSharable = getDomain(domain, { allowPrivateDomains: true }) !== null;
  if (domain !== hostname && !(isSharable && domainMatch(hostname, domain))) return undefined;
  return { cookie, domain, path: cookie.path ?? defaultPath(pathname), isHostOnly: !cookie.domain || !isSharable };
};

export const createCookieJar = (): CookieJar => {
  const cookies = new Map<string, StoredCookie>();

  const store = (url: URL, setCookie: readonly string[]) => {
    for (const line of setCookie) {
      const read = readCookie(url, line);
      if (!read) continue;
      const key = `${read.domain};${read.path};${read.cookie.key}`;
      if (read.cookie.TTL() <= 0) cookies.delete(key);
      else if (cookies.has(key) || cookies.size < MAX_COOKIES) cookies.set(key, read);
    }
  };

  const headerFor = ({ protocol, hostname, pathname }: URL) =>
    [...cookies.values()]
      .filter(
        ({ cookie, domain, path, isHostOnly }) =>
          (isHostOnly ? hostname === domain : domainMatch(hostname, domain)) &&
          pathMatch(pathname, path) &&
          (!cookie.secure || protocol === 'https:'),
      )
      .sort((left, right) => right.path.length - left.path.length)
      .map(({ cookie }) => cookie.cookieString())
      .join('; ');

  return { store, headerFor };
};
