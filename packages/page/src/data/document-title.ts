import type { Document } from 'domhandler';
import { rawText, walk } from '@quarry/html';

/** A longer title is cut off. */
export const TITLE_MAX_CHARS = 500;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

export const cutTitle = (title: string): string => {
  if (title.length <= TITLE_MAX_CHARS) return title;
  const end = isHighSurrogate(title.charCodeAt(TITLE_MAX_CHARS - 1)) ? TITLE_MAX_CHARS - 1 : TITLE_MAX_CHARS;
  return title.slice(0, end).trimEnd();
};

/** The text of the first `title` element of a page, as browsers show it on a tab; undefined if it is empty or missing. */
export const documentTitle = (root: Document): string | undefined => {
  let title: string | undefined;
  walk(root, {
    enter: (element) => {
      if (element.name === 'title') title ??= rawText(element);
      return title === undefined && element.name !== 'svg' && element.name !== 'template';
    },
  });
  return cutTitle(title?.replace(/\s+/g, ' ').trim() ?? '') || undefined;
};
