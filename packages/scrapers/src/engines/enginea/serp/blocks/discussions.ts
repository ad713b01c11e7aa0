import type { Element } from 'domhandler';
import { firstBelow, isHidden, walk, readText } from '@quarry/html';
import { readTarget } from '../../link-target.js';
import { textParts } from '../../image-tiles/text-parts.js';
import { isDate } from '../read-date.js';
import { ancestry, type ResultsPage } from '../results-page.js';
import type { RowOf } from '../serp-body.js';

type Discussion = RowOf<'discussionsAndForums'>;

/** What the engine calls talk among people, in the languages of most of its pages. */
const FORUM_WORDS =
  /\bforums?\b|\bforen\b|\bforos\b|fóruns|fórumok|fóra\b|форум|フォーラム|论坛|論壇|포럼|منتديات|פורומים|ฟอรัม|diễn đàn|forumlar/iu;
const MAX_HEADING_CHARS = 60;
const MAX_ITEMS = 20;
/** Most sections of one page that are looked at. */
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
  if (firstBelow(heading, ({ name }) => name === 'a') || ancestry(heading).some(({ name }) => name === 'a'))
    return false;
  const text = readText(heading);
  return text.length <= MAX_HEADING_CHARS && FORUM_WORDS.test(text);
};

/** The parts of a page under a heading that says that people talk there. */
export const forumSections = (page: ResultsPage): Element[] =>
  page.headings
    .filter(isSectionHeading)
    .slice(0, MAX_SECTIONS)
    .flatMap((heading) => {
      const section = ancestry(heading)
        .slice(1, MAX_LEVELS_UP)
        .find((above) => siteLinksIn(above, page).length > 1);
      return section ? [section] : [];
    });

/** The part of a section around each link that holds no other page's link. */
const boxOf = (link: Element, section: Element, links: readonly Element[]): Element => {
  let box = link;
  const others = new Set(links.filter((other) => other.attribs['href'] !== link.attribs['href']).flatMap(ancestry));
  for (const above of ancestry(link)) {
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
  const date = rest.find((part) => isDate(part, page.language));
  const source = rest.find((part) => part !== date && part.length <= 60 && /\p{L}{2}/u.test(part) && !/^\d/.test(part));
  const extensions = rest.filter((part) => /^\d/.test(part) && part !== date && part.length <= 60);
  const answers = rest.filter((part) => part.length > 60).map((snippet) => ({ snippet }));
  return {
    title,
    link: target.url,
    ...(source === undefined ? {} : { source }),
    ...(date === undefined ? {} : { date }),
    ...(extensions.length > 0 ? { extensions } : {}),
    ...(answers.length > 0 ? { answers } : {}),
  };
};

/** What people say in forums, where the page shows it in a section of its own. */
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
