import type { Element } from 'domhandler';
import { allBelow, ancestors, countNumber, defined, firstBelow, readLines, readText } from '@quarry/html';
import { readAddress, readArticleLink } from './article-links.js';
import type { ScholarPage } from './scholar-page.js';

export interface Profile {
  readonly name: string;
  readonly link: string;
  readonly authorId: string;
  readonly affiliations?: string;
  readonly email?: string;
  readonly citedBy?: number;
  readonly thumbnail?: string;
}

/** Authors that the page suggests above its articles. */
export interface Profiles {
  readonly title: string;
  readonly link: string;
  readonly authors: readonly Profile[];
}

/** Most authors of one block; the engine shows three. */
export const MAX_PROFILES = 20;
/** Most links to authors that are read: picture and name of each. */
const MAX_LINKS = 3 * MAX_PROFILES;

const HOST_IN_WORDS = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u;

interface Named {
  readonly element: Element;
  readonly id: string;
  readonly url: URL;
}

const authorLinks = (row: Element, pageUrl: string): Named[] =>
  allBelow(row, ({ name }) => name === 'a')
    .flatMap((element) => {
      const link = readArticleLink(element.attribs['href'], pageUrl);
      const id = link?.kind === 'author' ? (link.url.searchParams.get('user') ?? '') : '';
      return link && id !== '' ? [{ element, id, url: link.url }] : [];
    })
    .slice(0, MAX_LINKS);

/** The largest element around a link in which nobody else is linked. */
const ownPart = (link: Named, links: readonly Named[], row: Element): Element => {
  let own = link.element;
  for (const around of ancestors(link.element, row)) {
    const others = links.some(({ element, id }) => id !== link.id && ancestors(element, row).includes(around));
    if (others) break;
    own = around;
  }
  return own;
};

const toProfile = (links: readonly Named[], named: Named, row: Element, pageUrl: string): Profile => {
  const name = readText(named.element);
  const part = ownPart(named, links, row);
  const lines = readLines(part).filter((line) => line !== name);
  const email = lines.find((line) => HOST_IN_WORDS.test(line) && !/\p{N}{2,}$/u.test(line));
  const last = lines.at(-1) ?? '';
  const cited = last === email ? undefined : countNumber(last);
  const affiliations = lines.find((line) => line !== email && !(cited !== undefined && line === last));
  const picture = firstBelow(part, ({ name: tag, attribs }) => tag === 'img' && attribs['src'] !== undefined);
  const thumbnail = readAddress(picture?.attribs['src'], pageUrl);
  return defined({
    name,
    link: named.url.href,
    authorId: named.id,
    affiliations,
    email,
    citedBy: cited,
    thumbnail,
  });
};

/** Reads the row about authors among the results. Undefined where there is none. */
export const readProfiles = ({ list, articles, url }: ScholarPage): Profiles | undefined => {
  if (!list) return undefined;
  const blocks = new Set(articles.map(({ block }) => block));
  const isSearch = ({ attribs }: Element): boolean =>
    /\/citations\?(?:.*&)?view_op=search_authors/.test(attribs['href'] ?? '');
  const [all] = allBelow(list, isSearch, (element) => blocks.has(element));
  if (!all) return undefined;
  const heading = ancestors(all, list).find(({ name }) => /^h[1-4]$/.test(name));
  const row = heading?.parent;
  const link = readAddress(all.attribs['href'], url);
  if (!heading || !row || !('attribs' in row) || link === undefined) return undefined;
  const links = authorLinks(row, url);
  const named = links.filter(({ element }) => readText(element) !== '');
  const firsts = named
    .filter(({ id }, at) => named.findIndex((other) => other.id === id) === at)
    .slice(0, MAX_PROFILES);
  if (firsts.length === 0) return undefined;
  return { title: readText(heading), link, authors: firsts.map((first) => toProfile(links, first, row, url)) };
};
