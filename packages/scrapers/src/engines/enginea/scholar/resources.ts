import type { Element } from 'domhandler';
import { allBelow, ancestors, defined, isElement, readText } from '@quarry/html';
import { readAddress, readArticleLink } from './article-links.js';
import { formatName } from './read-head.js';
import type { ArticleBlock } from './scholar-page.js';

/** A file of an article, or a library's link to it. */
export interface Resource {
  readonly title?: string;
  readonly fileFormat?: string;
  readonly link: string;
}

/** Most files of one article. */
export const MAX_RESOURCES = 20;

const MARK = /\[([^[\]]{1,12})\]/;

/** Some pages name a file twice, once for each width of window: the short form is the host alone. */
const textOf = (link: Element): string => {
  const forms = link.children
    .filter(isElement)
    .map((child) => readText(child))
    .filter((text) => MARK.test(text) && text.replace(MARK, '').trim() !== '');
  const [shortest] = forms.sort((one, other) => one.length - other.length);
  return forms.length > 1 && shortest !== undefined ? shortest : readText(link);
};

const toResource = (link: Element, pageUrl: string): Resource | undefined => {
  const address = readAddress(link.attribs['href'], pageUrl);
  const text = textOf(link);
  if (address === undefined || text === '') return undefined;
  const mark = MARK.exec(text)?.[1];
  const title = text.replace(MARK, ' ').replace(/\s+/g, ' ').trim();
  return defined({
    title: title || undefined,
    fileFormat: mark === undefined ? undefined : formatName(mark),
    link: address,
  });
};

/** Links beside the article's text, not in it: its files. */
export const readResources = ({ block, heading }: ArticleBlock, pageUrl: string): Resource[] => {
  const text = ancestors(heading, block).at(-1);
  // A row that begins with its heading has nothing beside its text.
  if (!text || text === heading) return [];
  const found = new Map<string, Resource>();
  for (const link of allBelow(
    block,
    ({ name }) => name === 'a',
    (element) => element === text,
  )) {
    const kind = readArticleLink(link.attribs['href'], pageUrl)?.kind;
    const resource = kind === undefined || kind === 'library' ? toResource(link, pageUrl) : undefined;
    if (resource && !found.has(resource.link) && found.size < MAX_RESOURCES) found.set(resource.link, resource);
  }
  return [...found.values()];
};
