import { brandsHeader, type BrowserIdentity } from './browser-identity.js';

/** Headers in the order they are sent. */
export type HeaderList = Readonly<Record<string, string>>;

const HOME_ONLY = new Set(['cookie', 'authorization', 'proxy-authorization']);
const HOP_BY_HOP =
  /^(?:host|connection|keep-alive|proxy-connection|proxy-authorization|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding)$|^:/;

/** The caller's headers that may be sent: lower case, no hop-by-hop ones, Cookie and Authorization only if `isSameOrigin`. */
export const pickCallerHeaders = (headers: HeaderList, isSameOrigin: boolean): HeaderList =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !HOP_BY_HOP.test(name) && (isSameOrigin || !HOME_ONLY.has(name))),
  );

const readPairs = (cookies: string): readonly string[] =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter(Boolean);

const cookieName = (pair: string): string => pair.split('=', 1)[0]?.trim() ?? '';

/** One Cookie header of the caller's and those the target set meanwhile, which replace the caller's of the same name. */
export const mergeCookies = (caller: string | undefined, set: string | undefined): string => {
  const setPairs = readPairs(set ?? '');
  const names = new Set(setPairs.map(cookieName));
  const kept = readPairs(caller ?? '').filter((pair) => !names.has(cookieName(pair)));
  return [...kept, ...setPairs].join('; ');
};

export interface RequestHeadersOptions {
  readonly url: URL;
  readonly identity: BrowserIdentity;
  /** Already picked, see `pickCallerHeaders`. */
  readonly caller: HeaderList;
  /** From the jar; a Cookie of the caller's stands before it, see `mergeCookies`. */
  readonly cookie: string;
}

const navigationHeaders = (url: URL, identity: BrowserIdentity): HeaderList => ({
  host: url.host,
  connection: 'keep-alive',
  // Client hints and fetch metadata go to secure origins only, as in browsers.
  ...(url.protocol === 'https:'
    ? {
        'sec-ch-ua': brandsHeader(identity.brands),
        'sec-ch-ua-mobile': '?0',
        'sec-ch-ua-platform': '"Linux"',
      }
    : {}),
  'upgrade-insecure-requests': '1',
  'user-agent': identity.userAgent,
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  ...(url.protocol === 'https:'
    ? { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-user': '?1', 'sec-fetch-dest': 'document' }
    : {}),
  'accept-encoding': url.protocol === 'https:' ? 'gzip, deflate, br, zstd' : 'gzip, deflate',
  'accept-language': identity.acceptLanguage,
});

/** A navigation's headers in browser order; the caller's values replace them in place, new ones follow. */
export const createRequestHeaders = ({ url, identity, caller, cookie }: RequestHeadersOptions): HeaderList => {
  const merged = { ...navigationHeaders(url, identity), ...caller };
  const cookies = mergeCookies(caller['cookie'], cookie);
  return cookies ? { ...merged, cookie: cookies } : merged;
};
