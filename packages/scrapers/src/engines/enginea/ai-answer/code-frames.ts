import type { Element } from 'domhandler';
import { allBelow, firstBelow, isElement, normalizeText, rawText, readText, walk } from '@quarry/html';
import { markIdOf } from './asides.js';

export interface Code {
  readonly code: string;
  /** As the page names it. */
  readonly language?: string;
}

/** Longest code of one block, in characters. */
export const MAX_CODE_CHARS = 20_000;
const MAX_FRAMES = 100;
const LEVELS_UP = 5;
/** Longest text of a frame besides its code: the language before it, a caution after it. */
const MAX_FRAME_CHARS = 160;
const LANGUAGE = /^[\p{L}\d][\p{L}\d+#./ -]{0,24}$/u;

const hasControl = (frame: Element): boolean =>
  firstBelow(frame, (element) => element.name === 'button' && markIdOf(element) === undefined) !== undefined;

interface FrameWords {
  readonly before: string;
  readonly after: string;
}

const wordsAround = (frame: Element, pre: Element): FrameWords | undefined => {
  let before = '';
  let after = '';
  let isPast = false;
  let isFrame = true;
  walk(frame, {
    enter: (element) => {
      if (element === pre) {
        isPast = true;
        return false;
      }
      if (/^(?:ul|ol|table|pre|h[1-6])$/.test(element.name) || element.attribs['role'] === 'heading') isFrame = false;
      return isFrame && element.name !== 'button' && element.attribs['aria-hidden'] !== 'true';
    },
    text: ({ data }) => {
      if (isPast) after += data;
      else before += data;
      if (before.length + after.length > MAX_FRAME_CHARS * 4) isFrame = false;
    },
  });
  const words = { before: normalizeText(before), after: normalizeText(after) };
  return isFrame && words.before.length + words.after.length <= MAX_FRAME_CHARS ? words : undefined;
};

/** The box around code, with the name of its language and the control that copies it. */
const frameOf = (pre: Element, content: Element): readonly [Element, string] => {
  let frame: readonly [Element, string] = [pre, ''];
  let above = pre.parent;
  for (let level = 0; level < LEVELS_UP && above && isElement(above) && above !== content; level += 1) {
    const words = wordsAround(above, pre);
    if (!words || (words.before !== '' && !LANGUAGE.test(words.before))) break;
    if (hasControl(above)) frame = [above, words.before];
    above = above.parent;
  }
  return frame;
};

/** All code below `content`, by the element that frames it. */
export const findCode = (content: Element): ReadonlyMap<Element, Code> => {
  const found = new Map<Element, Code>();
  for (const pre of allBelow(content, ({ name }) => name === 'pre').slice(0, MAX_FRAMES)) {
    const [frame, language] = frameOf(pre, content);
    const code = rawText(pre)
      .slice(0, MAX_CODE_CHARS)
      .replace(/^[^\S\n]*\n/, '')
      .trimEnd();
    if (code !== '' && readText(pre, { readsHidden: true }) !== '')
      found.set(frame, { code, ...(language === '' ? {} : { language }) });
  }
  return found;
};
