import type { Element } from 'domhandler';
import { isElement, isText } from '@quarry/html';

/** Boxes that only lay out a heading's words. */
const FLOWS_IN_HEADING: ReadonlySet<string> = new Set(
  'address article aside center details div figcaption figure footer header hgroup legend main nav p section summary'.split(
    ' ',
  ),
);
const PERMALINK = /^[#¶§🔗⚓\s]*$/u;

/** 1 to 6 for a heading, else 0. */
export const headingLevel = (name: string): number => {
  if (name.length !== 2 || name.charCodeAt(0) !== 0x68) return 0;
  const level = name.charCodeAt(1) - 0x30;
  return level >= 1 && level <= 6 ? level : 0;
};

/** True for boxes that only lay out a heading's words. */
export const flowsInHeading = (name: string): boolean => FLOWS_IN_HEADING.has(name);

/** A mark beside a heading that only points to it. */
export const isPermalink = (element: Element): boolean =>
  element.children.length <= 1 &&
  (element.children.length === 0 || (isText(element.children[0]) && PERMALINK.test(element.children[0].data)));

const MAX_STEPS = 4;

/** A heading, or its words, that lead to the heading itself. */
export const isOwnAddress = (link: Element): boolean => {
  const { href, id, name } = link.attribs;
  if (href?.startsWith('#') !== true) return false;
  const target = href.slice(1);
  if (target === id || target === name) return true;
  for (let node = link.parent, steps = 0; isElement(node) && steps < MAX_STEPS; node = node.parent, steps += 1) {
    if (node.attribs['id'] === target) return true;
    if (headingLevel(node.name) > 0) return isElement(node.parent) && node.parent.attribs['id'] === target;
  }
  return false;
};
