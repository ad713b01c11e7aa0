import { isFacts } from './drop-beside.js';
import type { Element } from 'domhandler';
import { type Cleaning, isKept, zonesOf } from './cleaning.js';
import { isByline, isClutter } from './clutter.js';
import { isHeading, type PagePart } from './page-parts.js';
import { lineOf } from './part-line.js';
import { isEndingTitle } from './site-phrases.js';

/** Elements within the main content that do not belong to it: left out with all they contain. */
export const cleanRoot = (given: Cleaning): Set<Element> => {
  const cleaning = { ...given, isSigned: given.isDocument && hasManyBylines(given) };
  const { parts, root } = cleaning;
  const dropped = new Set<Element>();
  const zones = zonesOf(cleaning);
  /** Labels in tables, quotes and figures belong to them. */
  let keptEnd = 0;
  for (let index = root.index + 1; index < root.end; index += 1) {
    const part = parts[index];
    if (!part) break;
    const isWithinKept = index < keptEnd;
    if (part.isDropped || isClutter(part, isWithinKept ? undefined : zones, cleaning)) {
      part.isDropped = true;
      dropped.add(part.element);
      index = part.end - 1;
    } else if (!isWithinKept && (isKept(part, cleaning.tables) || (cleaning.isDocument && isFactList(part))))
      keptEnd = part.end;
  }
  dropEnding(cleaning, zones.tail, dropped);
  dropEmptySections(parts, root.index, root.end, dropped);
  return dropped;
};

/** Least rows of a list of facts. */
const MIN_ROWS = 4;

/** A heading with short rows right below it, such as what goes into a dish: each row alone would look like a label. */
const isFactList = (part: PagePart): boolean => {
  if (part.all.headings !== 1 || part.all.mass > 0 || !isFacts(part)) return false;
  const name = part.children.at(-1)?.element.name;
  return (
    part.children.some(({ element }) => isHeading(element.name)) &&
    part.children.filter(({ element, all }) => element.name === name && all.chars > 0).length >= MIN_ROWS
  );
};

/** A text has fewer authors named in it than a discussion has posts. */
const MIN_BYLINES = 4;

const hasManyBylines = ({ parts, root }: Cleaning): boolean => {
  let found = 0;
  for (let index = root.index + 1; index < root.end && found < MIN_BYLINES; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (!part.isDropped && !isByline(part)) continue;
    if (!part.isDropped) found += 1;
    index = part.end - 1;
  }
  return found >= MIN_BYLINES;
};

/** Most of the running text that can be notes on whom to ask. */
const MAX_ENDING_SHARE = 0.15;

/** Drops notes at the end of a text under a title that says so, with all that follows beside the title: whom to ask, where to read on. */
const dropEnding = ({ parts, root }: Cleaning, tail: number, dropped: Set<Element>): void => {
  for (let index = tail + 1; index < root.end; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) {
      index = part.end - 1;
      continue;
    }
    if (part.own.chars === 0 || part.all.chars > MAX_ENDING_CHARS) continue;
    const line = lineOf(part, index);
    if (line === undefined || !isEndingTitle(line)) continue;
    let top = part;
    while (top.parent && top.parent !== root && top.parent.all.chars <= part.all.chars) top = top.parent;
    const siblings = top.parent?.children ?? [];
    const ending = siblings.slice(siblings.indexOf(top)).filter(({ isDropped }) => !isDropped);
    const mass = ending.reduce((sum, { all }) => sum + all.mass, 0);
    if (mass > root.all.mass * MAX_ENDING_SHARE) continue;
    for (const each of ending) {
      each.isDropped = true;
      dropped.add(each.element);
    }
    index = (ending.at(-1)?.end ?? part.end) - 1;
  }
};

/** Longest title over such notes. */
const MAX_ENDING_CHARS = 40;

const levelOf = ({ element }: PagePart): number => Number(element.name.slice(1));

/** Drops headings of sections that lost all their content: the next heading of the same level, or the end, follows directly. */
const dropEmptySections = (parts: readonly PagePart[], start: number, end: number, dropped: Set<Element>): void => {
  /** Level of the heading that comes next with nothing between; 0 at the end. */
  let nextLevel = 0;
  let hasContent = false;
  let lost = false;
  const inside: boolean[] = [];
  for (let index = start + 1, skipTo = 0; index < end; index += 1) {
    const part = parts[index];
    inside.push(index < skipTo || (part?.isDropped ?? false));
    if (part?.isDropped && index >= skipTo) skipTo = part.end;
  }
  for (let index = end - 1; index > start; index -= 1) {
    const part = parts[index];
    if (!part) continue;
    if (inside[index - start - 1]) {
      lost = true;
      continue;
    }
    if (!isHeading(part.element.name)) {
      if (part.own.chars > 0 || part.own.images > 0) hasContent = true;
      continue;
    }
    const level = levelOf(part);
    if (!hasContent && (lost || nextLevel === 0) && nextLevel <= level) {
      part.isDropped = true;
      dropped.add(part.element);
      continue;
    }
    nextLevel = level;
    hasContent = false;
    lost = false;
  }
};
