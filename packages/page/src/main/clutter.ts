import type { Element } from 'domhandler';
import { walk } from '@quarry/html';
import { type Cleaning, isKept, type Zones } from './cleaning.js';
import { isLineClutter } from './line-clutter.js';
import { isHeading, linkShare, type PagePart } from './page-parts.js';
import { MAX_LINE_PARTS } from './part-line.js';

/** A part with this share of the main content's running text is content, whatever it looks like. */
const MAX_CLUTTER_SHARE = 0.3;
/** Longest byline or credit. */
const MAX_BYLINE_CHARS = 250;
/** Longest box that asks for an address or a vote. */
const MAX_FORM_CHARS = 500;
/** A picture with no more text than this is a picture with its caption. */
const MAX_CAPTION_CHARS = 160;

const GROUPS: ReadonlySet<string> = new Set('ul ol dl div section table tbody tr td p li header footer'.split(' '));
const CAPTIONED: ReadonlySet<string> = new Set(['caption', 'table', 'figure']);

/** Whether a part of the main content does not belong to it, by its names, its pictures, its links or its one line. */
export const isClutter = (part: PagePart, zones: Zones | undefined, cleaning: Cleaning): boolean => {
  const { all } = part;
  if (part.isTeaser) return true;
  if (all.mass > cleaning.root.all.mass * MAX_CLUTTER_SHARE) return false;
  if (isNamedClutter(part) || (!cleaning.isDocument && (isCaption(part) || isCaptionedPicture(part)))) return true;
  return (
    zones !== undefined &&
    ((!isKept(part, cleaning.tables) && isLinkClutter(part, part.index < zones.first)) ||
      isLineClutter(part, cleaning, zones))
  );
};

const isNamedClutter = ({ all, kinds, element }: PagePart): boolean => {
  if (kinds.has('ad') && all.mass < 40) return true;
  if (kinds.has('byline') || kinds.has('credit') || /(?:^|\s)author(?:\s|$)/.test(element.attribs['rel'] ?? '')) {
    return all.chars < MAX_BYLINE_CHARS;
  }
  return false;
};

const isCaption = ({ element, kinds, all }: PagePart): boolean =>
  element.name === 'figcaption' || (kinds.has('caption') && all.paragraphs < 3 && !CAPTIONED.has(element.name));

const BOXES: ReadonlySet<string> = new Set(['div', 'span', 'section', 'center', 'aside']);

const isCaptionedPicture = ({ all, element, children, index, end }: PagePart): boolean =>
  BOXES.has(element.name) &&
  end - index <= MAX_LINE_PARTS &&
  all.images > 0 &&
  all.chars > 0 &&
  all.chars < MAX_CAPTION_CHARS &&
  all.paragraphs < 2 &&
  !children.some((child) => isHeading(child.element.name)) &&
  beginsWithPicture(element);

/** Whether a picture is the first visible content of an element. */
const beginsWithPicture = (element: Element): boolean => {
  let first: 'picture' | 'text' | undefined;
  walk(element, {
    enter: ({ name }) => {
      if (name === 'img') first ??= 'picture';
      return first === undefined && name !== 'script' && name !== 'style' && name !== 'noscript';
    },
    text: ({ data }) => {
      if (data.trim() !== '') first ??= 'text';
    },
  });
  return first === 'picture';
};

const isLinkClutter = ({ all, element, parent }: PagePart, isBefore: boolean): boolean => {
  if (all.shareLinks > 0 && all.shareLinks >= all.links / 2 && all.mass < 100) return true;
  if (all.inputs > 0 && all.chars < MAX_FORM_CHARS && all.inputs >= all.paragraphs && GROUPS.has(element.name))
    return true;
  // An entry left out of a numbered list would change the numbers of those after it.
  if (!GROUPS.has(element.name) || parent?.element.name === 'ol') return false;
  return (
    linkShare(all) > 0.5 && (isBefore || all.siteLinks > all.links / 2) && all.links > 1 && all.mass < all.chars / 2
  );
};
