import type { OperationBody } from '@quarry/contracts';
import type { Element } from 'domhandler';
import {
  allBelow,
  ancestors,
  defined,
  filled,
  firstBelow,
  hasClass,
  normalizeText,
  readLines,
  readText,
} from '@quarry/html';
import { readTarget, type LinkTarget } from '../link-target.js';
import { isNotShown, readPassage } from './read-passage.js';
import { titleLink, type ResultsPage } from './results-page.js';
import { readSitelinks } from './sitelinks.js';

export type OrganicResult = OperationBody<'engineb/serp'>['organicResults'][number];

const SOURCE_CLASS: ReadonlySet<string> = new Set(['tptt']);
const PASSAGE_CLASS = /(?:^|\s)(?:b_)?(?:lineclamp\d?|algoSlug|paractl)(?:\s|$)/;

const isItem = ({ name }: Element): boolean => name === 'li' || name === 'table' || name === 'form';
/** Cards of a carousel: each is about something else. */
const isCarousel = (element: Element): boolean =>
  element.attribs['role'] === 'list' || element.attribs['role'] === 'listitem';
const isBesidePassage = (element: Element): boolean =>
  isNotShown(element) ||
  isItem(element) ||
  isCarousel(element) ||
  /^h[1-6]$/.test(element.name) ||
  element.name === 'cite';

const hasText = (element: Element): boolean => readText(element, { isLeftOut: isNotShown }) !== '';

const isParagraph = ({ name }: Element): boolean => name === 'p';

/** Shorter runs of text are labels. */
const MIN_PASSAGE_CHARS = 40;

/** The longest run of text without a link, list or heading, where a result's passage is not a paragraph. */
const longestText = (part: Element): Element | undefined => {
  const leaves = allBelow(
    part,
    (element) =>
      element.name === 'div' && !firstBelow(element, ({ name }) => name === 'div' || name === 'p' || name === 'cite'),
    (element) =>
      isNotShown(element) ||
      isCarousel(element) ||
      element.name === 'a' ||
      /^h[1-6]$/.test(element.name) ||
      element.name === 'form',
  );
  let best: Element | undefined;
  let length = MIN_PASSAGE_CHARS;
  for (const leaf of leaves) {
    const chars = readText(leaf).length;
    if (chars > length) [best, length] = [leaf, chars];
  }
  return best;
};

/** The paragraph about the page: the marked one, the result's first own one, or that of its first open tab. */
export const passageOf = (part: Element): Element | undefined => {
  const own = allBelow(part, isParagraph, isBesidePassage).filter(hasText);
  const marked = own.find(({ attribs }) => PASSAGE_CLASS.test(attribs['class'] ?? ''));
  if (marked ?? own[0]) return marked ?? own[0];
  return (
    longestText(part) ??
    allBelow(part, isParagraph, (element) => isNotShown(element) || isCarousel(element)).find(hasText)
  );
};

/** Name of the site beside its address, on newer pages. */
const sourceOf = (part: Element, cite: Element | undefined): string | undefined => {
  const marked = firstBelow(part, (element) => hasClass(element, SOURCE_CLASS));
  if (marked) return normalizeText(readText(marked)) || undefined;
  const head = cite && ancestors(cite, part).find(({ name }) => name === 'a');
  // Where the address is a separate link, its other line is the name.
  return head && readLines(head, { isLeftOut: (element) => element === cite || /^h[1-6]$/.test(element.name) })[0];
};

/** The text above or below a title: the site's name and address. */
export const readHead = (part: Element): Pick<OrganicResult, 'displayedLink' | 'source'> => {
  const cite = firstBelow(part, ({ name }) => name === 'cite');
  const displayedLink = cite ? readText(cite) : '';
  const source = sourceOf(part, cite);
  return defined({ displayedLink: displayedLink || undefined, source: source === displayedLink ? undefined : source });
};

/** The engine's own pages may be results, its searches are not. */
const isSearch = ({ kind, url }: LinkTarget): boolean =>
  kind === 'engine' && /^(?:\/(?:images|videos|news|shop|maps))?\/search\b/.test(URL.parse(url)?.pathname ?? '');

/** The first link of a part without headings that leads to a page, and is not the address alone. */
const plainTitle = (part: Element, pageUrl: string): ReturnType<typeof titleLink> => {
  const link = firstBelow(
    part,
    (element) =>
      element.name === 'a' &&
      readTarget(element.attribs['href'], pageUrl)?.kind === 'site' &&
      !ancestors(element, part).some(({ name }) => name === 'cite' || name === 'p') &&
      readText(element, { isLeftOut: ({ name }) => name === 'cite' }) !== '',
  );
  return link && { link, heading: link };
};

/** Reads one web result; undefined without a title or a target. */
export const readOrganic = (part: Element, position: number, page: ResultsPage): OrganicResult | undefined => {
  const head = titleLink(part) ?? plainTitle(part, page.url);
  const target = head && readTarget(head.link.attribs['href'], page.url);
  const title = head
    ? readText(head.heading, { isLeftOut: (element) => isNotShown(element) || element.name === 'cite' })
    : '';
  if (!head || !target || isSearch(target) || title === '') return undefined;
  const passage = passageOf(part);
  const sitelinks = readSitelinks({ part, title: head.link, link: target.url, passage }, page.url);
  return {
    position,
    title,
    link: target.url,
    ...readHead(part),
    ...readPassage(passage),
    ...filled<Partial<OrganicResult>>({ sitelinks }),
  };
};
