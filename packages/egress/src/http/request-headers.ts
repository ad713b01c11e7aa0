import { brandsHeader, userAgentFor, type BrowserIdentity } from '../identity/browser-identity.js';
import { deviceProfile } from '../identity/device-profiles.js';
import type { FormTrail } from './form-trail.js';
import type { Device } from '../port.js';

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

/** One Cookie header: the caller's cookies, less those that the target has replaced, then the target's. */
export const mergeCookies = (caller: string | undefined, set: string | undefined): string => {
  const setPairs = readPairs(set ?? '');
  const names = new Set(setPairs.map(cookieName));
  const kept = readPairs(caller ?? '').filter((pair) => !names.has(cookieName(pair)));
  return [...kept, ...setPairs].join('; ');
};

export interface RequestHeadersOptions {
  readonly url: URL;
  readonly identity: BrowserIdentity;
  readonly device?: Device | undefined;
  /** Already picked, see `pickCallerHeaders`. */
  readonly caller: HeaderList;
  /** From the jar; see `mergeCookies` for the caller's own. */
  readonly cookie: string;
  /** Of a navigation that began with a form. */
  readonly trail?: FormTrail | undefined;
}

/** Describe a body, so a request without one must not carry them. */
const BODY_HEADERS = new Set(['content-type', 'content-encoding', 'content-language', 'content-location', 'origin']);

const ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

const clientHints = ({ brands }: BrowserIdentity, device: Device | undefined): HeaderList => {
  const { isMobile, platform } = deviceProfile(device);
  return {
    'sec-ch-ua': brandsHeader(brands),
    'sec-ch-ua-mobile': isMobile ? '?1' : '?0',
    'sec-ch-ua-platform': `"${platform}"`,
  };
};

const navigationHeaders = ({ url, identity, device, trail }: RequestHeadersOptions): HeaderList => {
  // Client hints and fetch metadata go to secure origins only, as in browsers.
  const isSecure = url.protocol === 'https:';
  const form = trail?.form;
  return {
    host: url.host,
    connection: 'keep-alive',
    ...(form === undefined ? {} : { 'content-length': String(Buffer.byteLength(form)) }),
    ...(trail ? { 'cache-control': 'max-age=0' } : {}),
    ...(isSecure ? clientHints(identity, device) : {}),
    'upgrade-insecure-requests': '1',
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    'user-agent': userAgentFor(identity.majorVersion, device),
    ...(form === undefined ? {} : { origin: trail?.origin ?? url.origin }),
    accept: ACCEPT,
    ...(isSecure
      ? {
          'sec-fetch-site': trail?.site ?? 'none',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-user': '?1',
          'sec-fetch-dest': 'document',
        }
      : {}),
    ...(trail ? { referer: `${trail.origin}/` } : {}),
    'accept-encoding': isSecure ? 'gzip, deflate, br, zstd' : 'gzip, deflate',
    'accept-language': identity.acceptLanguage,
  };
};

/** The caller's headers for a request without a body. */
export const withoutBodyHeaders = (caller: HeaderList): HeaderList =>
  Object.fromEntries(Object.entries(caller).filter(([name]) => !BODY_HEADERS.has(name)));

/** A navigation's headers in browser order; the caller's values replace them in place, new ones follow. */
export const createRequestHeaders = (options: RequestHeadersOptions): HeaderList => {
  const { trail, cookie } = options;
  const caller = trail && trail.form === undefined ? withoutBodyHeaders(options.caller) : options.caller;
  const merged = { ...navigationHeaders(options), ...caller };
  const cookies = mergeCookies(caller['cookie'], cookie);
  return cookies ? { ...merged, cookie: cookies } : merged;
};
