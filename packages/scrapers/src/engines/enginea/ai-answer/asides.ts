import type { ChildNode, Element } from 'domhandler';
import { firstBelow, isElement, isHidden, isText, rawText } from '@quarry/html';

const MARK_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Id of the mark that `element` is: a control behind a statement that shows its sources. */
export const markIdOf = ({ attribs }: Element): string | undefined => {
  const id = attribs['data-icl-uuid'] ?? attribs['data-cid'];
  return id !== undefined && MARK_ID.test(id) ? id : undefined;
};

const isMark = (node: ChildNode): node is Element => isElement(node) && markIdOf(node) !== undefined;

const hasWords = (node: ChildNode): boolean =>
  !isMark(node) && (isText(node) ? node.data.trim() !== '' : isElement(node) && /\S/.test(rawText(node)));

/** The element itself where it is a mark; the marks in it where it contains only them and links without words. */
export const marksIn = (element: Element): Element[] => {
  if (markIdOf(element) !== undefined) return [element];
  if (element.name !== 'span') return [];
  const marks = element.children.filter(isMark);
  return marks.length > 0 && element.children.some(hasWords) ? [] : marks;
};

const LEFT_OUT_TAGS: ReadonlySet<string> = new Set([
  'button',
  'svg',
  'textarea',
  'script',
  'style',
  'noscript',
  'template',
]);
const LEFT_OUT_ROLES: ReadonlySet<string> = new Set(['button', 'dialog', 'menu', 'img', 'alert', 'progressbar']);

const isWords = (node: ChildNode | null): boolean => node !== null && isText(node) && /[\p{L}\p{N}]/u.test(node.data);

/** A name that opens something on click is part of the sentence around it. */
const isNamed = (element: Element): boolean =>
  (element.name === 'button' || element.attribs['role'] === 'button') &&
  element.attribs['aria-hidden'] !== 'true' &&
  markIdOf(element) === undefined &&
  !/^(?:div|li|p)$/.test(element.name) &&
  (isWords(element.prev) || isWords(element.next)) &&
  firstBelow(element, ({ name }) => name === 'svg' || name === 'img') === undefined &&
  hasWords(element);

/** Marks, cards of sources, pictures and controls are beside the text of an answer. */
export const isAside = (element: Element): boolean => {
  const { name, attribs } = element;
  if (isNamed(element)) return isHidden(element);
  return (
    LEFT_OUT_TAGS.has(name) ||
    attribs['data-src-id'] !== undefined ||
    attribs['data-subtree'] === 'aimba' ||
    attribs['aria-hidden'] === 'true' ||
    attribs['popover'] !== undefined ||
    LEFT_OUT_ROLES.has(attribs['role'] ?? '') ||
    isHidden(element) ||
    marksIn(element).length > 0
  );
};

/** The answer ends here: controls to rate it follow. */
export const endsAnswer = ({ name, attribs }: Element): boolean =>
  name === 'textarea' || (name === 'button' && attribs['aria-pressed'] !== undefined);

/** A link in the engine's own note about such answers. */
export const isNotice = ({ name, attribs }: Element): boolean =>
  name === 'a' &&
  /^https:\/\/(?:policies\.google\.com\/|support\.google\.com\/websearch\b.*\bp=ai)/.test(attribs['href'] ?? '');
