import type { Element } from 'domhandler';
import { wayUp } from '../../../dom/find-elements.js';
import { walk } from '../../../dom/walk.js';
import { readText } from '../../shared/reader-text.js';

const MAX_CATEGORY_CHARS = 80;
/** A heading stands in the box of its tiles, or so many boxes deeper. */
const LEVELS_UP = 4;

const isGroupHeading = ({ name, attribs }: Element): boolean =>
  name === 'h2' || name === 'h3' || name === 'g-tray-header' || attribs['role'] === 'heading';

/** Boxes of all results: their headings name the page, not a group. */
const FRAME_IDS: ReadonlySet<string> = new Set([
  'search',
  'center_col',
  'res',
  'ires',
  'main',
  'rcnt',
  'cnt',
  'topstuff',
]);

interface Group {
  readonly title: string;
  /** What the heading speaks of ends with this element. */
  readonly box: Element;
}

const boxOf = (heading: Element): Element | undefined => {
  let box: Element | undefined;
  for (const above of wayUp(heading).slice(1, 1 + LEVELS_UP)) {
    if (above.name === 'body' || FRAME_IDS.has(above.attribs['id'] ?? '')) break;
    box = above;
    if (above.attribs['id'] === 'rso') break;
  }
  return box;
};

/** The heading of the group that each tile stands in, where there is one. */
export const readCategories = (
  root: { readonly children: Element['children'] },
  tiles: readonly Element[],
): ReadonlyMap<Element, string> => {
  const wanted = new Set(tiles);
  const found = new Map<Element, string>();
  let group: Group | undefined;
  walk(root, {
    enter: (element) => {
      if (element.attribs['id'] === 'rso' || element.attribs['id'] === 'ires') group = undefined;
      if (wanted.has(element)) {
        if (group) found.set(element, group.title);
        return false;
      }
      if (/^(?:script|style|noscript|head|form)$/.test(element.name)) return false;
      if (!isGroupHeading(element)) return true;
      const title = readText(element);
      const box = title !== '' && title.length <= MAX_CATEGORY_CHARS ? boxOf(element) : undefined;
      if (box) group = { title, box };
      return false;
    },
    leave: (element) => {
      if (group?.box === element) group = undefined;
    },
  });
  return found;
};
