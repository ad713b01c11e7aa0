import type { Element } from 'domhandler';
import { isText } from '@quarry/html';

/** Elements that mark words of a text. */
const WORDS: ReadonlySet<string> = new Set('a abbr acronym b cite dfn em i mark q strong'.split(' '));
/** Names that say how words behave or where they lead, not what the site wants of its reader: to register, to share. */
const BEHAVES =
  /pop-?up|tool-?tip|lightbox|modal|flyout|dropdown|tags?\b|keyword|topic|related|recommend|similar|popular/i;
const LETTER = /[\p{L}\p{N}]/u;
const GOES_ON = /^\s*[\p{L}\p{N}]|^[.,;:!?)»”"'’]/u;

/** Words amid a sentence belong to it, whatever their names: a link with a note that pops up, a topic. */
export const isWithinSentence = ({ name, attribs, prev, next }: Element): boolean =>
  WORDS.has(name) &&
  BEHAVES.test(attribs['class'] ?? attribs['id'] ?? '') &&
  prev !== null &&
  next !== null &&
  isText(prev) &&
  isText(next) &&
  LETTER.test(prev.data) &&
  GOES_ON.test(next.data);
