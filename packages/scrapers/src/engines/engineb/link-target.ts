/** Where a link of a results page leads. */
export interface LinkTarget {
  /** `site`: a page outside of the engine. `engine`: a page of the engine. `ad`: through the advertiser's counter. */
  readonly kind: 'site' | 'engine' | 'ad';
  /** Absolute; redirects of the engine are resolved where the address contains the target. */
  readonly url: string;
}

/** Address assumed for a page without its own address. */
export const DEFAULT_PAGE_URL = 'https://www.bing.com/search';

const ENGINE_HOST = /(?:^|\.)bing\.com$/;
const MENU_HOST = /(?:^|\.)(?:microsofttranslator\.com|translatetheweb\.com|cc\.bingj\.com)$/;
const AD_PATH = /^\/(?:aclick?|aclk)(?:[/?]|$)/;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;
/** Redirects with their plain target in one of their parameters. */
const PLAIN_REDIRECT = /^\/(?:alink\/link|newtabredir|fd\/ls\/GLinkPing\.aspx)$/i;
const MAX_REDIRECTS = 3;

const decodeBase64Url = (text: string): string | undefined => {
  if (!BASE64URL.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\ufffd') ? undefined : decoded;
};

/** `u` of a counted link: a letter and a digit, then the address in base64url. */
const countedTarget = (packed: string | null): string | undefined => {
  const match = /^[a-z]\d(.+)$/i.exec(packed ?? '');
  const target = match?.[1] === undefined ? undefined : decodeBase64Url(match[1]);
  return target !== undefined && /^(?:https?:)?\//i.test(target) ? target : undefined;
};

const redirectTarget = ({ pathname, searchParams }: URL): string | undefined => {
  if (pathname === '/ck/a') return countedTarget(searchParams.get('u'));
  if (PLAIN_REDIRECT.test(pathname)) {
    return [searchParams.get('url'), searchParams.get('u')].find((url) => url !== null && /^https?:\/\//i.test(url)) as
      | string
      | undefined;
  }
  return undefined;
};

/** The address as the page wrote it, without what a URL parser would add (a slash, escapes). */
const asWritten = (href: string, url: URL): string =>
  /^https?:\/\//i.test(href) ? href.replace(/\s+/g, '') : url.href;

const kindOf = (url: URL, isRelative: boolean, pageUrl: string): LinkTarget['kind'] => {
  const isEngine = isRelative || ENGINE_HOST.test(url.hostname) || url.host === URL.parse(pageUrl)?.host;
  if (isEngine) return AD_PATH.test(url.pathname) ? 'ad' : 'engine';
  return MENU_HOST.test(url.hostname) ? 'engine' : 'site';
};

/** Undefined for anything but a web address: scripts, anchors, `mailto:`. */
export const readTarget = (href: string | undefined, pageUrl: string): LinkTarget | undefined => {
  let written = href?.trim() ?? '';
  for (let redirects = 0; ; redirects += 1) {
    if (written === '' || written.startsWith('#')) return undefined;
    const url = URL.parse(written, pageUrl);
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    const kind = kindOf(url, !/^(?:https?:)?\/\//i.test(written), pageUrl);
    const target = kind === 'engine' && redirects < MAX_REDIRECTS ? redirectTarget(url) : undefined;
    if (target === undefined) return { kind, url: asWritten(written, url) };
    written = target;
  }
};
