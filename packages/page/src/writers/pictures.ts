import type { Element } from 'domhandler';
import { isElement, isText, walk } from '@quarry/html';
import type { UrlResolver } from '../source/url-resolver.js';
import { escapeText, escapeTitle, escapeUrl } from './escape.js';

const LAZY_ATTRIBUTES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-original-src',
  'data-hi-res-src',
  'data-image',
  'data-url',
] as const;
const PLACEHOLDER =
  /(?:^|\/)(?:blank|spacer|placeholder|transparent|pixel|1x1|loading|lazy|grey|gray)[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i;

/** The widest candidate of a `srcset`. */
const bestCandidate = (srcset: string | undefined): string | undefined => {
  if (!srcset || srcset.length > 16_384) return undefined;
  let best: string | undefined;
  let bestSize = -1;
  for (const candidate of srcset.split(/,\s/)) {
    const [url, size] = candidate.trim().split(/\s/, 2);
    const value = Number.parseFloat(size ?? '1') || 1;
    if (url && !url.startsWith('data:') && value > bestSize) {
      best = url.endsWith(',') ? url.slice(0, -1) : url;
      bestSize = value;
    }
  }
  return best;
};

const pictureSource = (image: Element): string | undefined => {
  const picture = image.parent;
  if (!isElement(picture) || picture.name !== 'picture') return undefined;
  for (const child of picture.children) {
    if (!isElement(child) || child.name !== 'source') continue;
    const found = bestCandidate(child.attribs['srcset'] ?? child.attribs['data-srcset']);
    if (found) return found;
  }
  return undefined;
};

const isReal = (source: string | undefined): source is string =>
  source !== undefined && source.trim() !== '' && !/^(?:data|about|blob|javascript):/i.test(source.trim());

/** The picture for readers without scripts, right after one that a script fills in. */
const twinInNoscript = (image: Element): Element | undefined => {
  let next = image.next;
  if (isText(next) && next.data.trim() === '') next = next.next;
  if (!isElement(next) || next.name !== 'noscript') return undefined;
  let twin: Element | undefined;
  walk(next, {
    enter: (element) => {
      if (element.name === 'img') twin ??= element;
      return twin === undefined;
    },
  });
  return twin;
};

/** Scripts that load pictures late each have an attribute of their own: `data-lsrc`, `data-defer-src`. */
const lateSource = ({ attribs }: Element): string | undefined => {
  for (const name in attribs) {
    const value = name.startsWith('data-') && name.endsWith('src') ? attribs[name] : undefined;
    if (isReal(value)) return value;
  }
  return undefined;
};

/** Where a picture's file is: its own source, or the one it is to load later. */
export const imageSource = (image: Element): string | undefined => {
  const own = image.attribs['src'];
  if (isReal(own) && !PLACEHOLDER.test(own)) return own;
  const lazy = LAZY_ATTRIBUTES.map((name) => image.attribs[name]).find(isReal);
  return (
    lazy ??
    bestCandidate(image.attribs['data-srcset'] ?? image.attribs['data-lazy-srcset'] ?? image.attribs['srcset']) ??
    pictureSource(image) ??
    twinInNoscript(image)?.attribs['src'] ??
    (isReal(own) ? own : lateSource(image))
  );
};

const isTrackingPixel = (image: Element): boolean =>
  /^[01](?:px)?$/.test(image.attribs['width'] ?? '') && /^[01](?:px)?$/.test(image.attribs['height'] ?? '');

/** A picture as markdown; empty for pixels that only count readers and for inline data without a description. */
export const imageMarkdown = (image: Element, urls: UrlResolver): string => {
  if (isTrackingPixel(image)) return '';
  const alt = (image.attribs['alt'] ?? '').replace(/\s+/g, ' ').trim();
  const url = urls.shown(imageSource(image));
  if (url === undefined) return alt === '' ? '' : `![${escapeText(alt, true)}]()`;
  const title = image.attribs['title'] ?? '';
  const shownTitle = title === '' || title === alt ? '' : ` "${escapeTitle(title)}"`;
  return `![${escapeText(alt, true)}](${escapeUrl(url)}${shownTitle})`;
};
