/** What is counted of text. */
interface TextCounts {
  readonly own: { chars: number; linkChars: number };
  marks: number;
}

/** One character of a script without spaces says as much as so many letters. */
const DENSE_WEIGHT = 2.5;
const DENSE_FROM = 0x2e80;
const DENSE_TO = 0xd7ff;

const MARKS: ReadonlySet<number> = new Set([...',.;:!?،؛؟।、。，！？；：…'].map((mark) => mark.charCodeAt(0)));

/** Counts text directly in a part. */
export const addText = (part: TextCounts, text: string, isLink: boolean): void => {
  let chars = 0;
  let marks = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= 32 || code === 0xa0) continue;
    chars += code >= DENSE_FROM && code <= DENSE_TO ? DENSE_WEIGHT : 1;
    if ((code < 0x40 || code > 0xb0) && MARKS.has(code)) marks += 1;
  }
  part.own.chars += chars;
  if (isLink) part.own.linkChars += chars;
  else part.marks += marks;
};
