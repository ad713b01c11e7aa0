const NEEDS_LOOK = /[\\`*_[\]<&~|]/;
const SPECIAL = /[\\`*_[\]<&~|]/g;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;

const isWord = (character: string | undefined): boolean => character !== undefined && WORD.test(character);

type NeedsEscape = (previous: string | undefined, next: string | undefined, inLink: boolean) => boolean;

/** Whether a special character must be escaped between its neighbours. */
const RULES: Readonly<Record<string, NeedsEscape>> = {
  '\\': (_previous, next) => next === undefined || PUNCTUATION.test(next),
  '*': (previous, next) => !(isSpace(previous) && isSpace(next)),
  _: (previous, next) => !(isWord(previous) && isWord(next)) && !(isSpace(previous) && isSpace(next)),
  '[': (previous, next, inLink) => inLink || previous === '!' || (previous === undefined && next !== undefined),
  ']': (_previous, next, inLink) => inLink || next === '(' || next === ':' || next === undefined,
  '<': (_previous, next) => next === undefined || /[A-Za-z/!?]/.test(next),
  '~': (previous, next) => next === '~' || previous === '~',
  '|': () => false,
};

const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;

const mustEscape = (character: string, index: number, text: string, inLink: boolean): boolean => {
  if (character === '&') return ENTITY.test(text.slice(index, index + 36));
  return RULES[character]?.(text[index - 1], text[index + 1], inLink) ?? true;
};

/** What follows a piece of text is not known, and may be a mark. */
const isSpace = (character: string | undefined): boolean => character === ' ';

/** Escapes running text so that it reads as itself in CommonMark and GFM. Line starts are `escapeLineStart`'s. */
export const escapeText = (text: string, inLink: boolean): string => {
  if (!NEEDS_LOOK.test(text)) return text;
  return text.replace(SPECIAL, (character, index: number) =>
    mustEscape(character, index, text, inLink) ? `\\${character}` : character,
  );
};

const LINE_START = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|~{3,}|=+\s*$|(?:-\s*){2,}$|(?:_\s*){3,}$|:(?=\s)|\|)/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** Escapes what would start a heading, list, quote, fence or rule at the start of a line. */
export const escapeLineStart = (line: string): string => {
  const first = line.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) return line.replace(LIST_NUMBER, '$1\\$2');
  return LINE_START.test(line) ? `\\${line}` : line;
};

/** An address as a link's target: nothing in it ends the target early. */
export const escapeUrl = (url: string): string =>
  /[\s()<>\\]/.test(url) ? url.replace(/[\s()<>\\]/g, (character) => encodeUrlCharacter(character)) : url;

const encodeUrlCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

export const escapeTitle = (title: string): string => title.replace(/\s+/g, ' ').trim().replace(/["\\]/g, '\\$&');

/** Text as a code span, fenced by one back-tick more than it holds. */
export const codeSpan = (text: string): string => {
  const longest = longestRun(text);
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 && (text.startsWith('`') || text.endsWith('`')) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
};

export const codeFence = (text: string, language: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
};

/** Runs longer than this are no code; the cap keeps a fence from doubling a document. */
const MAX_FENCE = 64;

const longestRun = (text: string): number => {
  let longest = 0;
  let run = 0;
  for (let index = text.indexOf('`'); index >= 0 && index < text.length; index += 1) {
    run = text.charCodeAt(index) === 0x60 ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return Math.min(longest, MAX_FENCE);
};

/** Text as a heading's one line: a run of `#` at its end would be taken for the heading's own. */
export const headingMarkdown = (level: number, text: string): string => {
  const line = text.replace(/\s*\n\s*/g, ' ').replace(/^\\(?=[-+>=~:|#])/, '');
  return `${'#'.repeat(level)} ${line.replace(/(^|\s)(#+)$/, '$1\\$2')}`;
};
