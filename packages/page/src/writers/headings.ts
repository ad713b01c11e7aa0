import type { Element } from 'domhandler';
import { isText } from '@quarry/html';

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
