/** Where a link of a results page leads. */
export interface LinkTarget {
  /** `site`: a page outside of the engine's own search. `engine`: the engine itself. `ad`: through the advertiser's counter. */
  readonly kind: 'site' | 'engine' | 'ad';
  /** Absolute; redirects of the engine are resolved where the address contains the target. */
  readonly url: string;
}

/** Address assumed for a page without its own address. */
export const DEFAULT_PAGE_URL = 'https://html.duckduckgo.com/html/';

const ENGINE_HOST = /(?:^|\.)(?:duckduckgo\.com|duck\.ai|spreadprivacy\.com)$/;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/i;

const isWeb = (value: string | null | undefined): value is string => /^https?:\/\//i.test(value ?? '');

const decodeBase64 = (value: string): string => {
  try {
    return decodeURIComponent(Buffer.from(value, 'base64').toString('utf8'));
  } catch {
    return '';
  }
};

/** The advertiser's page: the counter's address contains that of its network, which contains the page's. */
const adTarget = (counter: URL): string | undefined => {
  const network = URL.parse(counter.searchParams.get('u3') ?? '');
  const target = decodeBase64(network?.searchParams.get('u') ?? '');
  const page = isWeb(target) ? URL.parse(target) : undefined;
  if (page) return page.href;
  const domain = counter.searchParams.get('ad_domain') ?? '';
  return HOST_NAME.test(domain) ? `https://${domain.toLowerCase()}/` : undefined;
};

const isCounter = ({ hostname, pathname }: URL): boolean => ENGINE_HOST.test(hostname) && /\/y\.js$/.test(pathname);

/** The address as the page wrote it, without what a URL parser would add (a slash, escapes). */
const asWritten = (href: string, url: URL): string => (isWeb(href) ? href.replace(/\s+/g, '') : url.href);

/** Undefined for anything but a web address: scripts, anchors, `mailto:`. */
export const readTarget = (href: string | undefined, pageUrl: string): LinkTarget | undefined => {
  const written = href?.trim() ?? '';
  if (written === '' || written.startsWith('#')) return undefined;
  const url = URL.parse(written, pageUrl);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const wrapped = /^\/l\/?$/.test(url.pathname) ? url.searchParams.get('uddg') : undefined;
  const target = isWeb(wrapped) ? URL.parse(wrapped) : url;
  if (!target) return undefined;
  if (isCounter(target)) return { kind: 'ad', url: adTarget(target) ?? target.href };
  if (isWeb(wrapped)) return { kind: 'site', url: wrapped };
  const isEngine = !/^(?:https?:)?\/\//i.test(written) || ENGINE_HOST.test(url.hostname);
  return { kind: isEngine ? 'engine' : 'site', url: asWritten(written, url) };
};

/** Whether a link leads to the counter with an unknown target. */
export const isUnresolved = (url: string): boolean => {
  const parsed = URL.parse(url);
  return parsed !== null && isCounter(parsed);
};

/** Host that a link leads to, as it is shown. */
export const hostOf = (url: string): string | undefined => URL.parse(url)?.hostname.replace(/^www\./, '') || undefined;
