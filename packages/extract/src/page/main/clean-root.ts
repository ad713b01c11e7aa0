import type { Element } from 'domhandler';
import { linkShare, type PagePart } from './page-parts.js';

/** Parts within the main content that are no content, and what else is to be left out. */
export const cleanRoot = (parts: readonly PagePart[], root: PagePart): Set<Element> => {
  const dropped = new Set<Element>();
  const start = parts.indexOf(root);
  for (let index = start + 1; index < root.end; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped || isClutter(part, root)) {
      dropped.add(part.element);
      index = part.end - 1;
    }
  }
  return dropped;
};

const isClutter = (part: PagePart, root: PagePart): boolean => {
  const { all, element, kinds } = part;
  if (kinds.has('byline') && all.mass < 200) return true;
  if (kinds.has('credit') && all.mass < 200) return true;
  if (all.shareLinks > 0 && all.mass < 100 && all.shareLinks >= all.links / 2) return true;
  if (all.mass > root.all.mass * 0.3) return false;
  if (/^(?:ul|ol|div|section|table|dl)$/.test(element.name)) {
    const share = linkShare(all);
    if (share > 0.5 && all.links > 1 && all.mass < all.chars / 2) return true;
  }
  return element.name === 'h1';
};
