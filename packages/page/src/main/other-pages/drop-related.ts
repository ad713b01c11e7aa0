import { isHeading, type PagePart } from '../page-parts.js';
import { lineOf } from '../part-line.js';
import { isRelatedTitle } from '../site-phrases.js';

/** Longest title over other pages of the site. */
const MAX_TITLE_CHARS = 70;
/** Titles over other pages that are examined. */
const MAX_TITLES = 30;
/** A section with fewer links is a section of the text. */
const MIN_LINKS = 2;

/** Running text of this page among the links: the section of other pages ends before it. */
const isOwnText = ({ element, all }: PagePart): boolean => element.name === 'p' && all.mass > 0 && all.links === 0;

const levelOf = (name: string): number => Number(name.slice(1));

/** A heading of the same level; after a title that is no heading, one that leads nowhere. */
const isNextTitle = (part: PagePart, top: PagePart): boolean => {
  if (!isHeading(part.element.name)) return false;
  return isHeading(top.element.name)
    ? levelOf(part.element.name) <= levelOf(top.element.name)
    : part.all.links === 0 && part.all.chars > 0;
};

/** What follows a title: up to running text or the next heading of its level. */
const sectionAfter = (top: PagePart): PagePart[] => {
  const siblings = top.parent?.children ?? [];
  const section: PagePart[] = [];
  for (const part of siblings.slice(siblings.indexOf(top) + 1)) {
    if (isOwnText(part) || isNextTitle(part, top)) break;
    if (!part.isDropped) section.push(part);
  }
  return section;
};

const sum = (section: readonly PagePart[], read: (part: PagePart) => number): number =>
  section.reduce((total, part) => total + read(part), 0);

/** As many links to pages of the site as paragraphs: each leads to another page. */
const isRelated = (section: readonly PagePart[]): boolean => {
  const links = sum(section, ({ all }) => all.links);
  return links >= MIN_LINKS && links >= sum(section, ({ all }) => all.paragraphs);
};

/** Drops sections of other pages under a title that says so: "Related articles", "You may also like". Returns what was dropped. */
export const dropRelated = (parts: readonly PagePart[], isTitle = isRelatedTitle): PagePart[] => {
  const dropped: PagePart[] = [];
  let titles = 0;
  for (let index = 1; index < parts.length && titles < MAX_TITLES; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) {
      index = part.end - 1;
      continue;
    }
    if (part.own.chars === 0 || part.all.chars > MAX_TITLE_CHARS) continue;
    const line = lineOf(part, index);
    if (line === undefined || !isTitle(line)) continue;
    titles += 1;
    let top = part;
    while (top.parent && top.parent.all.chars <= part.all.chars) top = top.parent;
    const section = sectionAfter(top);
    if (!isRelated(section)) continue;
    for (const each of [top, ...section]) {
      each.isDropped = true;
      dropped.push(each);
    }
  }
  return dropped;
};
