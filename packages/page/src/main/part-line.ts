import { visibleText } from '@quarry/html';
import type { PagePart } from './page-parts.js';

/** Longer texts are no single line. */
const MAX_LINE_CHARS = 450;
/** Most parts in a single line; also keeps the reading of nested parts linear. */
export const MAX_LINE_PARTS = 12;

/** The text of a part that shows no more than a line; undefined for larger parts. */
export const lineOf = (part: PagePart, index: number): string | undefined =>
  part.all.chars > MAX_LINE_CHARS || part.end - index > MAX_LINE_PARTS
    ? undefined
    : (part.line ??= visibleText(part.element, MAX_LINE_CHARS * 2));
