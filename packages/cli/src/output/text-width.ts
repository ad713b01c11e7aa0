import stringWidth from 'string-width';

const CONTROL_CHARACTERS = /\p{Cc}/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Text that cannot move the cursor or colour the terminal, on one line. */
export const toSafeLine = (text: string): string => text.replace(CONTROL_CHARACTERS, ' ');

/** Columns of a terminal that the text takes; a Chinese character takes two. */
export const widthOf = (text: string): number => stringWidth(text);

export const padRight = (text: string, width: number): string => text + ' '.repeat(Math.max(width - widthOf(text), 0));

export const padLeft = (text: string, width: number): string => ' '.repeat(Math.max(width - widthOf(text), 0)) + text;

/** Cuts text that is wider, and marks the cut. */
export const cutToWidth = (text: string, width: number): string => {
  // A text of fewer characters than half the columns fits in any script.
  if (text.length * 2 <= width || widthOf(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
};
