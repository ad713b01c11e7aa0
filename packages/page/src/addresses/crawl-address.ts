import { canonicalAddress } from './canonical-address.js';

/** Parameters of sessions and of tracking: pages are the same without them. */
const NO_PAGE_PARAMETERS =
  /^(?:utm_\w+|gclid|dclid|fbclid|msclkid|yclid|mc_cid|mc_eid|_ga|_gl|sid|sessionid|session_id|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken)$/i;
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/;?#]*/gi;

/** An address that repeats a part of its path more often leads in circles. */
export const MAX_SEGMENT_REPEATS = 3;

const isLoop = (path: string): boolean => {
  const counts = new Map<string, number>();
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MAX_SEGMENT_REPEATS) return true;
    counts.set(segment, count);
  }
  return false;
};

/** Files that are no pages; what else they are is told by the response. */
const NO_PAGE =
  /\.(?:avif|bmp|css|eot|gif|ico|jpe?g|js|m4a|m4v|mjs|mov|mp3|mp4|mpe?g|ogg|otf|png|svg|ttf|wav|webm|webp|woff2?|zip|gz|tgz|rar|7z|exe|dmg|iso|apk)$/i;

/** Parameters as they are written, sorted, without those of sessions and tracking. */
const keptParameters = (search: string): string =>
  search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !NO_PAGE_PARAMETERS.test(pair.split('=', 1)[0] ?? ''))
    .toSorted()
    .join('&');

/**
 * The one form of an address within a crawl: canonical, without what belongs to a session or to tracking, its parameters sorted.
 * Undefined for what is no page: no address of the web, a file of another kind, a path that leads in circles.
 */
export const crawlAddress = (
  written: string,
  { ignoreQueryParameters }: { readonly ignoreQueryParameters: boolean },
): string | undefined => {
  const canonical = canonicalAddress(written);
  const url = canonical === undefined ? null : URL.parse(canonical);
  if (!url) return undefined;
  url.pathname = url.pathname.replace(PATH_SESSION, '');
  if (NO_PAGE.test(url.pathname) || isLoop(url.pathname)) return undefined;
  url.search = ignoreQueryParameters ? '' : keptParameters(url.search);
  return canonicalAddress(url.href);
};
