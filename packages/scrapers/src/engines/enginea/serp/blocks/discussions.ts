import type { Element } from 'domhandler';
import { ancestors, filled, firstBelow, isDateIn, isHidden, readText, walk } from '@quarry/html';
import { readTarget } from '../../link-target.js';
import { textParts } from '../../image-tiles/text-parts.js';
import type { ResultsPage } from '../results-page.js';
import type { RowOf } from '../serp-body.js';

type Discussion = RowOf<'discussionsAndForums'>;

/** The engine's words for forums, in the languages of most of its pages. */
const FORUM_WORDS =
  /\bforums?\b|\bforen\b|\bforos\b|fóruns|fórumok|fóra\b|форум|フォーラム|论坛|論壇|포럼|منتديات|פורומים|ฟอรัม|diễn đàn|forumlar/iu;
const MAX_HEADING_CHARS = 60;
const MAX_ITEMS = 20;
/** Most sections of one page that are read. */
const MAX_SECTIONS = 3;
const MAX_LEVELS_UP = 6;
const MIN_TITLE_CHARS = 8;

const siteLinksIn = (root: Element, page: ResultsPage): Element[] => {
  const found: Element[] = [];
  walk(root, {
    enter: (element) => {
      if (isHidden(element) || found.length >= MAX_ITEMS * 3) return false;
      if (element.name === 'a' && readTarget(element.attribs['href'], page.url)?.kind === 'site') found.push(element);
      return true;
    },
  });
  return found;
};

const isSectionHeading = (heading: Element): boolean => {
  if (firstBelow(heading, ({ name }) => name === 'a') || ancestors(heading).some(({ name }) => name === 'a'))
    return false;
  const text = readText(heading);
  return text.length <= MAX_HEADING_CHARS && FORUM_WORDS.test(text);
};

/** The parts of a page under a heading for forums. */
export const forumSections = (page: ResultsPage): Element[] =>
  page.headings
    .filter(isSectionHeading)
    .slice(0, MAX_SECTIONS)
    .flatMap((heading) => {
      const section = ancestors(heading)
        .slice(1, MAX_LEVELS_UP)
        .find((above) => siteLinksIn(above, page).length > 1);
      return section ? [section] : [];
    });

/** The part of a section around each link without another page's link. */
const boxOf = (link: Element, section: Element, links: readonly Element[]): Element => {
  let box = link;
  const others = new Set(
    links.filter((other) => other.attribs['href'] !== link.attribs['href']).flatMap((other) => ancestors(other)),
  );
  for (const above of ancestors(link)) {
    if (above === section || others.has(above)) break;
    box = above;
  }
  return box;
};

const readItem = (link: Element, box: Element, page: ResultsPage): Discussion | undefined => {
  const target = readTarget(link.attribs['href'], page.url);
  const heading = firstBelow(link, ({ name, attribs }) => attribs['role'] === 'heading' || name === 'h3');
  const parts = textParts(box)
    .flatMap((part) => part.split(/\s+[·•⋅]\s+/))
    .map((part) => part.replace(/^[\s·•⋅]+/, ''))
    .filter((part) => part !== '');
  const title = heading ? readText(heading) : textParts(link).find((part) => part.length >= MIN_TITLE_CHARS);
  if (!target || !title) return undefined;
  const rest = parts.filter((part) => part !== title);
  const date = rest.find((part) => isDateIn(part, page.language));
  const source = rest.find((part) => part !== date && part.length <= 60 && /\p{L}{2}/u.test(part) && !/^\d/.test(part));
  const extensions = rest.filter((part) => /^\d/.test(part) && part !== date && part.length <= 60);
  const answers = rest.filter((part) => part.length > 60).map((snippet) => ({ snippet }));
  return filled({ title, link: target.url, source, date, extensions, answers });
};

/** Discussions in forums, where the page has a section for them. */
export const readDiscussions = (page: ResultsPage): Discussion[] => {
  const found = new Map<string, Discussion>();
  for (const section of forumSections(page)) {
    const links = siteLinksIn(section, page);
    for (const link of links) {
      const href = link.attribs['href'] ?? '';
      if (found.has(href) || found.size >= MAX_ITEMS) continue;
      const item = readItem(link, boxOf(link, section, links), page);
      if (item) found.set(href, item);
    }
  }
  return [...found.values()];
};
