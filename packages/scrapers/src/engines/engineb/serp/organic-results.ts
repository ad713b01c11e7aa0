import type { OperationBody } from '@quarry/contracts';
import type { Element } from 'domhandler';
import { fold, readLines, readText, firstBelow, allBelow, hasClass, wayUp } from '@quarry/html';
import { readTarget, type LinkTarget } from '../link-target.js';
import { isNotShown, readPassage } from './read-passage.js';
import { titleLink, type ResultsPage } from './results-page.js';
import { readSitelinks } from './sitelinks.js';

export type OrganicResult = OperationBody<'engineb/serp'>['organicResults'][number];

const SOURCE_CLASS: ReadonlySet<string> = new Set(['tptt']);
const PASSAGE_CLASS = /(?:^|\s)(?:b_)?(?:lineclamp\d?|algoSlug|paractl)(?:\s|$)/;

const isItem = ({ name }: Element): boolean => name === 'li' || name === 'table' || name === 'form';
/** Cards that are moved past each other: each is about something else. */
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

/** Longest run of text that no link, list or heading breaks, where a result's passage is no paragraph. */
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

/** The paragraph about the page: marked, or the first of the result's own, or that of its first open tab. */
export const passageOf = (part: Element): Element | undefined => {
  const own = allBelow(part, isParagraph, isBesidePassage).filter(hasText);
  const marked = own.find(({ attribs }) => PASSAGE_CLASS.test(attribs['class'] ?? ''));
  if (marked ?? own[0]) return marked ?? own[0];
  return (
    longestText(part) ??
    allBelow(part, isParagraph, (element) => isNotShown(element) || isCarousel(element)).find(hasText)
  );
};

/** Name of the site beside its address, as newer pages have it. */
const sourceOf = (part: Element, cite: Element | undefined): string | undefined => {
  const marked = firstBelow(part, (element) => hasClass(element, SOURCE_CLASS));
  if (marked) return fold(readText(marked)) || undefined;
  const head = cite && wayUp(cite, part).find(({ name }) => name === 'a');
  // Where the address is a link of its own, its other line is the name.
  return head && readLines(head, { isLeftOut: (element) => element === cite || /^h[1-6]$/.test(element.name) })[0];
};

/** What stands above a title or below it: the site's name and address. */
export const readHead = (part: Element): Pick<OrganicResult, 'displayedLink' | 'source'> => {
  const cite = firstBelow(part, ({ name }) => name === 'cite');
  const displayedLink = cite ? readText(cite) : '';
  const source = sourceOf(part, cite);
  return {
    ...(displayedLink === '' ? {} : { displayedLink }),
    ...(source === undefined || source === displayedLink ? {} : { source }),
  };
};

/** The engine's own pages may be results, its searches are not. */
const isSearch = ({ kind, url }: LinkTarget): boolean =>
  kind === 'engine' && /^(?:\/(?:images|videos|news|shop|maps))?\/search\b/.test(URL.parse(url)?.pathname ?? '');

/** Reads one web result; undefined for what has no title or leads nowhere. */
export const readOrganic = (part: Element, position: number, page: ResultsPage): OrganicResult | undefined => {
  const head = titleLink(part);
  const target = head && readTarget(head.link.attribs['href'], page.url);
  const title = head ? readText(head.heading, { isLeftOut: isNotShown }) : '';
  if (!head || !target || isSearch(target) || title === '') return undefined;
  const passage = passageOf(part);
  const sitelinks = readSitelinks({ part, title: head.link, link: target.url, passage }, page.url);
  return {
    position,
    title,
    link: target.url,
    ...readHead(part),
    ...readPassage(passage),
    ...(sitelinks.length > 0 ? { sitelinks } : {}),
  };
};
