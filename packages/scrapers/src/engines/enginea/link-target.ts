/** Where a link of a results page leads. */
export interface LinkTarget {
  /** `site`: a page outside of the engine's own search. `engine`: the search itself. `ad`: through the advertiser's counter. */
  readonly kind: 'site' | 'engine' | 'ad';
  /** Absolute; redirects of the engine are resolved where the address contains the target. */
  readonly url: string;
}

const ENGINE_HOST = /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/;
/** Paths of the engine that are its search or its menus, never a result. */
const ENGINE_PATH =
  /^\/(?:search|url|aclk|imgres|goto|preferences|advanced_search|setprefs|webhp|intl|policies|sorry|httpservice|interstitial|travel\/(?:search|hotels)|finance\/quote)?(?:[/?]|$)/;
/** Hosts of the engine's own menus around a result: cached copies, translations, sign-in. */
const MENU_HOST =
  /^(?:webcache\.googleusercontent\.com|translate\.google(?:usercontent)?\.[a-z.]+|accounts\.google\.com)$/;

const isWeb = (value: string | null): value is string => value !== null && /^https?:\/\//i.test(value);

const unwrap = (url: URL): string | undefined => {
  const { pathname, searchParams } = url;
  if (pathname === '/url' || pathname === '/interstitial' || pathname === '/scholar_url') {
    // One generation of pages leaves `q` empty and has the target in `url`.
    return [searchParams.get('url'), searchParams.get('q')].find(isWeb);
  }
  if (pathname === '/imgres') return [searchParams.get('imgrefurl')].find(isWeb);
  return undefined;
};

const isAd = ({ pathname, hostname }: URL): boolean =>
  pathname === '/aclk' || pathname === '/pagead/aclk' || /(?:^|\.)(?:googleadservices|doubleclick)\./.test(hostname);

/** The address as the page wrote it, without what a URL parser would add (a slash, escapes). */
const asWritten = (href: string, url: URL): string =>
  /^https?:\/\//i.test(href) ? href.replace(/\s+/g, '') : url.href;

/** Undefined for anything but a web address: scripts, anchors, `mailto:`. */
export const readTarget = (href: string | undefined, pageUrl: string): LinkTarget | undefined => {
  const written = href?.trim() ?? '';
  if (written === '' || written.startsWith('#')) return undefined;
  const url = URL.parse(written, pageUrl);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (isAd(url)) return { kind: 'ad', url: url.href };
  const isRelative = !/^(?:https?:)?\/\//i.test(written);
  const isEngine = isRelative || ENGINE_HOST.test(url.hostname) || pageUrl.startsWith(`${url.origin}/`);
  if (!isEngine) return { kind: MENU_HOST.test(url.hostname) ? 'engine' : 'site', url: asWritten(written, url) };
  const target = unwrap(url);
  if (target !== undefined) return { kind: 'site', url: target };
  // In a search for the engine itself, its pages are results.
  const isPage =
    !isRelative &&
    (url.hostname.startsWith('www.')
      ? !/^\/(?:search|url|aclk|imgres|goto|preferences|setprefs|advanced_search|sorry)\b/.test(url.pathname)
      : !MENU_HOST.test(url.hostname));
  return {
    kind: isPage && !(ENGINE_PATH.test(url.pathname) && url.search.length > 40) ? 'site' : 'engine',
    url: isPage ? asWritten(written, url) : url.href,
  };
};

/** Address assumed for a page without its own address. */
export const DEFAULT_PAGE_URL = 'https://www.google.com/search';
