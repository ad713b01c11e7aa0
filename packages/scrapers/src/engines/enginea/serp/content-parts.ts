import type { Element } from 'domhandler';
import { ancestors, hasClass, isElement, isHidden, isText, readText, walk } from '@quarry/html';
import type { ResultBlock } from './find-results.js';

/** Names that the passage of a result had over the years; one signal among several. */
const PASSAGE_CLASSES: ReadonlySet<string> = new Set(['VwiC3b', 'st', 'aCOpRe', 'FrIlee', 'yDYNvb']);
/** Names of boxes in which the passage is the longest run of text. */
const BOX_CLASSES: ReadonlySet<string> = new Set(['IsZvec', 's3v9rd']);

const isHead = (element: Element, { title }: ResultBlock): boolean =>
  element.attribs['data-snhf'] !== undefined || element === title.link;

/** Heads are often present twice, once for each width of window. */
const isRepeat = (text: string, head: string): boolean => text === '' || head.includes(text);

/** Elements with text after the head, block by block: the parts of the content, in page order. */
export const contentParts = (result: ResultBlock): Element[] => {
  const { block, title } = result;
  const marked: Element[] = [];
  walk(block, {
    enter: (element) => {
      if (element.attribs['data-sncf'] !== undefined) marked.push(element);
      return element.attribs['data-sncf'] === undefined && !isHidden(element);
    },
  });
  if (marked.length > 0) return marked;
  const parts: Element[] = [];
  const way = ancestors(title.link);
  const head = readText(title.link);
  // What follows the title on each level up to the block, nearest first.
  for (const above of way) {
    if (above === block) break;
    for (let next = above.next; next; next = next.next)
      if (isElement(next) && !isHidden(next) && !isRepeat(readText(next), head)) parts.push(next);
  }
  return parts;
};

/** A row of buttons and the like beside a head, not content. */
const isControl = ({ name, attribs }: Element): boolean =>
  name === 'button' ||
  name === 'cite' ||
  attribs['role'] === 'button' ||
  attribs['role'] === 'menu' ||
  attribs['aria-hidden'] === 'true';

/** Share of a part's text that is links'. */
const linkShare = (part: Element, length: number): number => {
  const inLinks = length - readText(part, { isLeftOut: ({ name }) => name === 'a' }).length;
  return length === 0 ? 1 : inLinks / length;
};

const ownText = (element: Element): boolean =>
  element.children.some((child) => isText(child) && child.data.trim() !== '');

/** The element that holds a passage: the one below `part` whose text is the longest run of its own. */
const longestRun = (part: Element): Element | undefined => {
  let best: Element | undefined;
  let length = 0;
  walk(part, {
    enter: (element) => {
      if (isHidden(element) || isControl(element) || element.name === 'a' || element.name === 'table') return false;
      if (
        !ownText(element) &&
        !element.children.some((child) => isElement(child) && /^(?:span|em|b)$/.test(child.name) && ownText(child))
      )
        return true;
      const { length: chars } = readText(element);
      if (chars > length * 1.25) {
        best = element;
        length = chars;
      }
      return true;
    },
  });
  return best;
};

const byName = (result: ResultBlock): Element | undefined => {
  let found: Element | undefined;
  walk(result.block, {
    enter: (element) => {
      if (found || isHidden(element) || isHead(element, result)) return false;
      if (element.attribs['data-snf'] === 'nke7rc' && readText(element) !== '') found = element;
      else if (hasClass(element, PASSAGE_CLASSES) && readText(element) !== '') found = element;
      else if (hasClass(element, BOX_CLASSES)) found = longestRun(element);
      return !found;
    },
  });
  return found;
};

const MIN_PASSAGE_CHARS = 25;

/** The part of a result that is the passage from its page. */
export const passageOf = (result: ResultBlock, content: readonly Element[]): Element | undefined => {
  const named = byName(result);
  if (named) return named;
  const parts = content.filter((part) => !isControl(part) && !hasTitle(part, result));
  const texts = parts.map((part) => ({ part, text: readText(part, { isLeftOut: isControl }) }));
  const passage = texts.find(
    ({ part, text }) => text.length >= MIN_PASSAGE_CHARS && linkShare(part, text.length) < 0.5,
  );
  return passage && (longestRun(passage.part) ?? passage.part);
};

const hasTitle = (part: Element, { title }: ResultBlock): boolean => ancestors(title.link).includes(part);
