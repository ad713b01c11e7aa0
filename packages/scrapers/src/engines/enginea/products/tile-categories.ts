import type { Element } from 'domhandler';
import { ancestors, readText, walk } from '@quarry/html';

const MAX_CATEGORY_CHARS = 80;
/** Boxes between a heading and the box of its tiles, at most. */
const LEVELS_UP = 4;

const isGroupHeading = ({ name, attribs }: Element): boolean =>
  name === 'h2' || name === 'h3' || name === 'g-tray-header' || attribs['role'] === 'heading';

/** Longest text beside a heading in its own box, such as a link to more. */
const MAX_BESIDE_CHARS = 60;

interface Group {
  readonly title: string;
  /** The group of the heading ends with this element. */
  readonly box: Element;
}

/** The group that a heading opens with the tile after it: their common box, where the heading is alone before the tiles. */
const groupOf = (heading: Element, tile: Element): Group | undefined => {
  const title = readText(heading);
  if (title === '' || title.length > MAX_CATEGORY_CHARS) return undefined;
  const around = new Set(ancestors(tile));
  const way = ancestors(heading).slice(0, 1 + LEVELS_UP);
  const level = way.findIndex((element) => around.has(element));
  const [head, box] = [way[level - 1], way[level]];
  if (!head || !box || box.name === 'body') return undefined;
  return readText(head).length <= title.length + MAX_BESIDE_CHARS ? { title, box } : undefined;
};

/** The heading of each tile's group, where there is one. */
export const readCategories = (
  root: { readonly children: Element['children'] },
  tiles: readonly Element[],
): ReadonlyMap<Element, string> => {
  const wanted = new Set(tiles);
  const found = new Map<Element, string>();
  let heading: Element | undefined;
  let group: Group | undefined;
  walk(root, {
    enter: (element) => {
      // A heading before the list of results names the page.
      if (element.attribs['id'] === 'rso' || element.attribs['id'] === 'ires') heading = undefined;
      if (wanted.has(element)) {
        if (heading) group = groupOf(heading, element);
        heading = undefined;
        if (group) found.set(element, group.title);
        return false;
      }
      if (/^(?:script|style|noscript|head|form)$/.test(element.name)) return false;
      if (!isGroupHeading(element)) return true;
      heading = element;
      return false;
    },
    leave: (element) => {
      if (group?.box === element) group = undefined;
    },
  });
  return found;
};
