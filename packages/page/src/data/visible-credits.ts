import type { Element } from 'domhandler';
import { isHidden, visibleText, walk } from '@quarry/html';
import type { PageSource } from '../source/page-source.js';

/** The author and date of a page, as its body marks them for readers and machines. */
export interface VisibleCredits {
  readonly byline: string | undefined;
  readonly published: string | undefined;
}

const MAX_NAME_CHARS = 80;
const MAX_NAMES = 5;
/** Marked elements that are read; nested ones would be read repeatedly. */
const MAX_LOOKS = 100;
const BY = /^(?:by|von|par|por|di|da|de|door|af|av|от|автор)\s*:?\s+/iu;
const AUTHOR_CLASS = /(?:^|\s)(?:p-author|h-card|fn|author-name|author__name|byline-name|byline__name)(?:\s|$)/;
const BYLINE_CLASS = /(?:^|[\s_-])byline(?:$|[\s_-])/i;
const DATE_CLASS = /(?:^|\s)(?:dt-published|entry-date|published|post-date|date-published|article-date)(?:\s|$)/i;
/** Written by others than the page's author. */
const OTHERS: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'form', 'template', 'svg']);
const OTHERS_CLASS = /(?:^|[\s_-])(?:comments?|related|recommend\w*|teasers?|sidebar|widget)(?:$|[\s_-])/i;

const hasWord = (words: string | undefined, word: string): boolean =>
  words !== undefined && words.toLowerCase().split(/\s+/).includes(word);

const isOthers = ({ name, attribs: { class: className, id } }: Element): boolean =>
  OTHERS.has(name) || OTHERS_CLASS.test(className ?? '') || OTHERS_CLASS.test(id ?? '');

const isAuthor = ({ name, attribs: { rel, itemprop, class: className = '' } }: Element): boolean =>
  (name === 'a' && hasWord(rel, 'author')) || hasWord(itemprop, 'author') || AUTHOR_CLASS.test(className);

const nameIn = (element: Element, isBylineBox: boolean): string | undefined => {
  const text = visibleText(element, MAX_NAME_CHARS + 1);
  if (text.length > MAX_NAME_CHARS || /\d|@|https?:/.test(text)) return undefined;
  const name = text.replace(BY, '');
  // A box may contain more than a name, unless it begins with a word such as "by".
  return name === '' || (isBylineBox && name === text) ? undefined : name;
};

const dateOf = ({
  name,
  attribs: { datetime, itemprop, pubdate, class: className = '' },
}: Element): string | undefined => {
  if (name !== 'time' || !datetime || !/^\d{4}-\d\d/.test(datetime.trim())) return undefined;
  const isPublished = hasWord(itemprop, 'datepublished') || pubdate !== undefined || DATE_CLASS.test(className);
  return isPublished ? datetime.trim() : undefined;
};

/** Credits by their marks: `rel=author`, `itemprop`, microformats, by-lines that say who by, and times marked as published. */
export const readVisibleCredits = (source: PageSource): VisibleCredits => {
  const names = new Set<string>();
  let published: string | undefined;
  let looks = 0;
  walk(source.root, {
    enter: (element) => {
      if (isHidden(element) || isOthers(element)) return false;
      published ??= dateOf(element);
      const isMarked = isAuthor(element);
      if (!isMarked && !BYLINE_CLASS.test(element.attribs['class'] ?? '')) return true;
      looks += 1;
      if (looks > MAX_LOOKS) return true;
      const name = nameIn(element, !isMarked);
      if (name !== undefined && names.size < MAX_NAMES) names.add(name);
      return name === undefined;
    },
  });
  return { byline: names.size > 0 ? [...names].join(', ') : undefined, published };
};
