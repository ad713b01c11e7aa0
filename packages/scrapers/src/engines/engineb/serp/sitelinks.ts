import type { Element } from 'domhandler';
import { allBelow, ancestors, readText } from '@quarry/html';
import { readTarget } from '../link-target.js';

export interface Sitelink {
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
}

export interface SitelinkPlace {
  /** The result or advertisement. */
  readonly part: Element;
  /** Its title, which is not a sitelink. */
  readonly title: Element;
  readonly link: string;
  readonly passage: Element | undefined;
}

const MAX_SITELINKS = 40;
const MAX_TITLE_CHARS = 120;
const MAX_ITEM_CHARS = 400;

/** Last two labels of a host: pages of one site have them in common. */
const siteOf = (link: string): string => {
  const labels = URL.parse(link)?.hostname.split('.') ?? [];
  return labels.slice(-2).join('.');
};

const isHeading = ({ name }: Element): boolean => /^h[2-6]$/.test(name);

/** Text beside the link in its item of the list. */
const besideLink = (item: Element, link: Element): string => {
  const heading = ancestors(link, item).find(isHeading) ?? link;
  const text = readText(item, { isLeftOut: (element) => element === heading || element === link });
  return text.replace(/^[·|\s]+|[·|\s]+$/g, '');
};

/** Links to further pages of a result's site: items of the lists below it. For an advertisement, those through its counter. */
export const readSitelinks = ({ part, title, link, passage }: SitelinkPlace, pageUrl: string): Sitelink[] => {
  const site = siteOf(link);
  const kind = readTarget(link, pageUrl)?.kind;
  const found = new Map<string, Sitelink>();
  const links = allBelow(
    part,
    ({ name, attribs }) => name === 'a' && attribs['href'] !== undefined,
    (element) => element === passage || element.name === 'table' || element.name === 'form',
  );
  for (const element of links) {
    const way = ancestors(element, part);
    const item = way.find(({ name }) => name === 'li');
    const target = readTarget(element.attribs['href'], pageUrl);
    if (!target || element === title || found.size >= MAX_SITELINKS) continue;
    // The engine's own site may be a result, its searches are not.
    if (target.kind !== kind || /\/search\b/.test(target.kind === 'engine' ? target.url : '')) continue;
    if (kind !== 'ad' && (!item || siteOf(target.url) !== site)) continue;
    if (way.some(({ name }) => name === 'cite' || name === 'h2')) continue;
    const text = readText(element);
    if (text === '' || text.length > MAX_TITLE_CHARS || found.has(text)) continue;
    // An item of several links is a row of them, without words about each.
    const isOwn = item && allBelow(item, ({ name }) => name === 'a').length === 1;
    const snippet = isOwn ? besideLink(item, element) : '';
    found.set(text, {
      title: text,
      link: target.url,
      ...(snippet === '' || snippet.length > MAX_ITEM_CHARS ? {} : { snippet }),
    });
  }
  return [...found.values()];
};
