import type { Element } from 'domhandler';
import { isElement } from '@quarry/html';
import type { UrlResolver } from '../source/url-resolver.js';
import { escapeText, escapeUrl } from './escape.js';

const NO_CONTENT =
  /^https?:\/\/(?:www\.)?(?:googletagmanager\.com|(?:[\w-]+\.)*doubleclick\.net|(?:[\w-]+\.)*googlesyndication\.com|(?:[\w-]+\.)*facebook\.com\/tr\b)/;

const KINDS: Readonly<Record<string, string>> = { video: 'Video', audio: 'Audio' };

const sourceOf = (element: Element): string | undefined => {
  const { src, data, 'data-src': lazy, 'data-lazy-src': lazier } = element.attribs;
  const own = [src, lazy, lazier, data].find((value) => value && !/^(?:about|data|blob|javascript):/i.test(value));
  if (own) return own;
  const child = element.children.find((node): node is Element => isElement(node) && node.name === 'source');
  return child?.attribs['src'];
};

/** Embedded media as a link to it, named by its title; empty for frames that show nothing. */
export const embedMarkdown = (element: Element, urls: UrlResolver): string => {
  const { width, height, title, 'aria-label': label } = element.attribs;
  if (/^[01](?:px)?$/.test(width ?? '') || /^[01](?:px)?$/.test(height ?? '')) return '';
  const url = urls.shown(sourceOf(element));
  if (url === undefined || NO_CONTENT.test(url)) return '';
  const name =
    (title ?? label ?? '').replace(/\s+/g, ' ').trim() || (KINDS[element.name] ?? URL.parse(url)?.hostname ?? url);
  return `[${escapeText(name, true)}](${escapeUrl(url)})`;
};
