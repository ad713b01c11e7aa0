import type { Element } from 'domhandler';
import { isElement, rawText, walk } from '@quarry/html';

/** Parts of a drawing that are not drawn in place. */
const NOT_DRAWN: ReadonlySet<string> = new Set(
  'desc defs symbol metadata clippath mask pattern marker lineargradient radialgradient filter'.split(' '),
);
/** Levels of a link that are searched for its one picture. */
const MAX_ICON_STEPS = 4;

/** True for what a drawing only defines: descriptions, shapes used elsewhere. */
export const isNotDrawn = (element: Element): boolean => NOT_DRAWN.has(element.name);

const nameOf = (svg: Element): string => {
  const label = svg.attribs['aria-label'];
  if (label) return label;
  const title = svg.children.find((child) => isElement(child) && child.name === 'title');
  return isElement(title) ? rawText(title) : '';
};

const iconName = (element: Element): string => {
  let node: Element | undefined = element;
  for (let step = 0; node && step <= MAX_ICON_STEPS; step += 1) {
    if (node.name === 'svg') return nameOf(node).replace(/\s+/g, ' ').trim();
    node = node.children.find(isElement);
  }
  return '';
};

/** The name of a link without words: its own, or that of the drawing that it begins with. */
export const linkName = (link: Element): string => {
  const { title, 'aria-label': label = title } = link.attribs;
  return label?.replace(/\s+/g, ' ').trim() || iconName(link);
};

/** "4.5 out of 5", "4 Sterne": what a row of stars says. */
const RATING =
  /\d\s*(?:out of|of|von|sur|de|su|van|av|z|из|\/)\s*\d|^(?:\p{L}+:?\s)?\d+(?:[.,]\d+)?[\s-]*(?:stars?|sterne?n?|étoiles?|estrellas?|estrelas?|stelle|sterren|gwiazdki|звезд|звёзд)(?!\p{L})/iu;
const MAX_RATING_CHARS = 60;

const isBare = (element: Element): boolean => {
  let isEmpty = true;
  walk(element, {
    enter: ({ name }) => {
      if (name === 'img' || name === 'input') isEmpty = false;
      return isEmpty && name !== 'svg' && name !== 'style' && name !== 'script';
    },
    text: ({ data }) => {
      if (data.trim() !== '') isEmpty = false;
    },
  });
  return isEmpty;
};

/** The rating that an element without words draws as stars and names in an attribute. */
export const drawnRating = (element: Element): string | undefined => {
  const { title, 'aria-label': name = title } = element.attribs;
  if (
    name === undefined ||
    element.name === 'a' ||
    name.length > MAX_RATING_CHARS ||
    !RATING.test(name) ||
    !isBare(element)
  )
    return undefined;
  return name.replace(/\s+/g, ' ').trim();
};
