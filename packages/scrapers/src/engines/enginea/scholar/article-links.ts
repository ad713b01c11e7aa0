import type { Element } from 'domhandler';
import { walk } from '@quarry/html';
import { readTarget } from '../link-target.js';

/** The target of a link below an article, by its address: the same in any language. */
export type ArticleLinkKind = 'citedBy' | 'versions' | 'related' | 'cached' | 'library' | 'author' | 'case' | 'search';

export interface ArticleLink {
  readonly kind: ArticleLinkKind;
  readonly url: URL;
}

const SCHOLAR_HOST = /(?:^|\.)scholar\.google(?:usercontent)?\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/** Cached copies of the engine. */
const CACHE_HOST = /^webcache\.googleusercontent\.com$/;

const kindOfSearch = ({ searchParams }: URL): ArticleLinkKind => {
  const words = searchParams.get('q') ?? '';
  if (words.startsWith('related:')) return 'related';
  if (words.startsWith('cache:')) return 'cached';
  if (searchParams.get('output') === 'instlink') return 'library';
  if (/^\d+$/.test(searchParams.get('cluster') ?? '')) return 'versions';
  return /^\d+(?:,\d+)*$/.test(searchParams.get('cites') ?? '') ? 'citedBy' : 'search';
};

/** Undefined for a link that leads out of the engine, or nowhere. */
export const readArticleLink = (href: string | undefined, pageUrl: string): ArticleLink | undefined => {
  if (href === undefined || !/scholar|\/citations|cache:/.test(href)) return undefined;
  const url = URL.parse(href.trim(), pageUrl);
  if (url && CACHE_HOST.test(url.hostname)) return { kind: 'cached', url };
  if (!url || !(SCHOLAR_HOST.test(url.hostname) || pageUrl.startsWith(`${url.origin}/`))) return undefined;
  if (url.pathname === '/scholar') return { kind: kindOfSearch(url), url };
  if (url.pathname === '/scholar_case') return url.searchParams.has('case') ? { kind: 'case', url } : undefined;
  return url.pathname === '/citations' && url.searchParams.has('user') ? { kind: 'author', url } : undefined;
};

/** Where a link leads, redirects of the engine resolved. Old articles are on FTP servers. */
export const readAddress = (href: string | undefined, pageUrl: string): string | undefined => {
  const written = href?.trim() ?? '';
  if (/^ftp:\/\/\S+$/i.test(written)) return written;
  return readTarget(written, pageUrl)?.url;
};

/** A button in the shape of a link. */
const isButton = ({ attribs }: Element): boolean =>
  attribs['role'] === 'button' || /^(?:#|javascript:)/i.test(attribs['href'] ?? '');

const MENU_KINDS: ReadonlySet<ArticleLinkKind> = new Set(['citedBy', 'versions', 'related', 'cached', 'library']);

/** True for a row of links about an article, such as those to its citing articles and to its versions. */
export const isArticleMenu = (element: Element, pageUrl: string): boolean => {
  let isMenu = false;
  walk(element, {
    enter: (inner) => {
      if (inner.name === 'a') {
        const kind = readArticleLink(inner.attribs['href'], pageUrl)?.kind;
        isMenu ||= isButton(inner) || (kind !== undefined && MENU_KINDS.has(kind));
      }
      return !isMenu;
    },
  });
  return isMenu;
};
