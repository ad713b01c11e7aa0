import { walk } from '@quarry/html';
import type { PageSource } from '../source/page-source.js';

/** Endpoints that share a page; sites of any language and any class names use the same few. */
const SHARE =
  /(?:facebook\.com\/(?:sharer|share\.php|dialog)|twitter\.com\/(?:intent|share)|x\.com\/(?:intent|share)|plus\.google\.com\/share|linkedin\.com\/(?:sharearticle|cws\/share|shareArticle)|pinterest\.[a-z.]+\/pin\/create|(?:wa\.me|api\.whatsapp\.com|web\.whatsapp\.com)\/|whatsapp:|t\.me\/share|telegram\.me\/share|vk(?:ontakte)?\.(?:com|ru)\/share|connect\.ok\.ru|reddit\.com\/submit|tumblr\.com\/(?:share|widgets)|getpocket\.com\/(?:save|edit)|xing\.com\/(?:spi|app|social)|line\.me\/|b\.hatena\.ne\.jp|service\.weibo\.com|flipboard\.com\/bookmarklet|digg\.com\/submit|stumbleupon\.com\/submit|news\.ycombinator\.com\/submitlink|wykop\.pl\/dodaj|fb-messenger:|viber:)/i;
const MAX_CHARS = 200;
const HASH = 0x23;
const SLASH = 0x2f;

export const isShareAddress = (href: string): boolean => {
  // Another page of the site by a relative address.
  const first = href.charCodeAt(0);
  if (first === HASH || (first === SLASH && href.charCodeAt(1) !== SLASH)) return false;
  const start = href.slice(0, MAX_CHARS);
  return SHARE.test(start) || /^mailto:\?/i.test(start);
};

const HOST = /^(?:https?:)?\/\/(?:www\.|m\.|amp\.)?([^/:?#]+)/i;
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

export interface Site {
  /** True for an address of another page of the same site. */
  has(href: string): boolean;
}

/** The site of a page by its address and by the address that it declares. */
export const siteOf = (source: PageSource): Site => {
  const hosts = new Set<string>();
  const add = (address: string | undefined): void => {
    const host = HOST.exec(address?.trim() ?? '')?.[1];
    if (host) hosts.add(host.toLowerCase());
  };
  add(source.url);
  walk(source.root, {
    enter: ({ name, attribs }) => {
      if (name === 'link' && /canonical|alternate|shortlink/i.test(attribs['rel'] ?? '')) add(attribs['href']);
      else if (name === 'meta' && attribs['property'] === 'og:url') add(attribs['content']);
      return name !== 'body';
    },
  });
  return {
    has: (href) => {
      const address = href.trim();
      if (address.startsWith('#')) return false;
      const host = HOST.exec(address)?.[1];
      return host === undefined ? !ABSOLUTE.test(address) : hosts.has(host.toLowerCase());
    },
  };
};
