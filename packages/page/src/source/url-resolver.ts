import type { Document } from 'domhandler';
import { walk } from '@quarry/html';

/** A longer address is a payload, not an address. */
const MAX_URL_CHARS = 8_192;

const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Resolves a page's addresses against its base, each distinct one once. */
export class UrlResolver {
  private readonly resolved = new Map<string, URL | undefined>();

  /** Without a base only absolute addresses resolve. */
  constructor(private readonly base: string | undefined) {}

  /** The absolute address, or undefined where `href` is none. */
  resolve(href: string | undefined): URL | undefined {
    if (href === undefined || href.length > MAX_URL_CHARS) return undefined;
    const key = href.trim();
    if (this.resolved.has(key)) return this.resolved.get(key);
    const url = URL.parse(key, this.base) ?? undefined;
    this.resolved.set(key, url);
    return url;
  }

  /** As `resolve`, http and https only. */
  web(href: string | undefined): string | undefined {
    const url = this.resolve(href);
    return url && WEB.has(url.protocol) ? url.href : undefined;
  }

  /** An address to show: absolute and of one of the protocols; where there is no base, a relative one unchanged. */
  shown(href: string | undefined, protocols: ReadonlySet<string> = WEB): string | undefined {
    const url = this.resolve(href);
    if (url) return protocols.has(url.protocol) ? url.href : undefined;
    if (this.base !== undefined || href === undefined || href.length > MAX_URL_CHARS) return undefined;
    const relative = href.replace(/[\t\n\r]/g, '').trim();
    return relative === '' || SCHEME.test(relative) ? undefined : relative;
  }
}

/** Addresses such as `about:blank` are no base: nothing can be relative to them. */
const usableBase = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse('x', url) ? url : undefined;

/** The address that relative ones refer to: the first `<base href>`, itself resolved against the page's; none without both. */
export const resolverFor = (root: Document, pageUrl: string): UrlResolver => {
  let baseHref: string | undefined;
  walk(root, {
    enter: (element) => {
      if (element.name === 'base') baseHref ??= element.attribs['href'];
      return baseHref === undefined && element.name !== 'svg';
    },
  });
  const page = usableBase(pageUrl);
  const own = baseHref === undefined ? undefined : URL.parse(baseHref.trim(), page)?.href;
  return new UrlResolver(usableBase(own) ?? page);
};
