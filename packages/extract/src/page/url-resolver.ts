import type { Document } from 'domhandler';
import { walk } from '../dom/walk.js';

/** Above this an address is a payload, not an address. */
const MAX_URL_CHARS = 8_192;

/** Resolves a page's addresses against its base, each distinct one once. */
export class UrlResolver {
  private readonly resolved = new Map<string, URL | undefined>();

  constructor(readonly base: string) {}

  /** The absolute address, or undefined where `href` is none. */
  resolve(href: string | undefined): URL | undefined {
    if (href === undefined || href.length > MAX_URL_CHARS) return undefined;
    const key = href.trim();
    if (this.resolved.has(key)) return this.resolved.get(key);
    const url = parseUrl(key, this.base);
    this.resolved.set(key, url);
    return url;
  }

  /** As `resolve`, http and https only. */
  web(href: string | undefined): string | undefined {
    const url = this.resolve(href);
    return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
  }
}

const parseUrl = (href: string, base: string): URL | undefined => {
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
};

/** The address that relative ones refer to: the first `<base href>`, itself resolved against the page's. */
export const resolverFor = (root: Document, pageUrl: string): UrlResolver => {
  let baseHref: string | undefined;
  walk(root, {
    enter: (element) => {
      if (element.name === 'base') baseHref ??= element.attribs['href'];
      return baseHref === undefined && element.name !== 'svg';
    },
  });
  const base = baseHref === undefined ? undefined : parseUrl(baseHref.trim(), pageUrl);
  const isUsable = base && base.protocol !== 'data:' && base.protocol !== 'javascript:';
  return new UrlResolver(isUsable ? base.href : pageUrl);
};
