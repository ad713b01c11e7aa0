import type { Element } from 'domhandler';
import { defined, firstBelow, readText, walk } from '@quarry/html';
import { isArticleId } from './article-id.js';
import { readAddress } from './article-links.js';

export interface Head {
  /** Without the mark before it; empty where there is none. */
  readonly title: string;
  /** Kind of the document: `Book`, `Citation`, `Pdf`, `Html` and the like. */
  readonly type?: string;
  readonly link?: Element;
}

/** Marks are short: a letter or a format, with its word in the page's language. */
const MARKS = /\[([^[\]]{1,40})\]/g;
const ONLY_MARKS = /^(?:\[[^[\]]{1,40}\]\s*)+$/;

/** The short marks, the same in all languages, and the words for them in some. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ...['b', 'book', 'buch', 'livre', 'libro', 'livro', 'llibre', 'boek', 'bok', 'bog', 'kirja', 'książka', 'kniha'].map(
    (word) => [word, 'Book'] as const,
  ),
  ...['knjiga', 'könyv', 'carte', 'kitap', 'книга', 'buku', 'sách', 'βιβλίο', 'ספר', 'كتاب', 'کتاب', 'หนังสือ'].map(
    (word) => [word, 'Book'] as const,
  ),
  ...['图书', '圖書', '書籍', '书', '書', '책', '도서', 'पुस्तक'].map((word) => [word, 'Book'] as const),
  ...['c', 'citation', 'zitation', 'citas', 'cita', 'citazione', 'citação', 'citaat', 'citace', 'cytowanie'].map(
    (word) => [word, 'Citation'] as const,
  ),
  ...['цитирование', 'alıntı', 'kutipan', 'trích dẫn', '引用', '引文', '인용', 'ציטוט', 'اقتباس', 'نقل قول'].map(
    (word) => [word, 'Citation'] as const,
  ),
]);

/** A format in the spelling of this service: `Pdf`. */
export const formatName = (mark: string): string => mark.charAt(0).toUpperCase() + mark.slice(1).toLowerCase();

const typeOf = (marks: readonly string[], isLinked: boolean): string | undefined => {
  const kind = marks.map((mark) => KINDS.get(mark.toLowerCase())).find((known) => known !== undefined);
  if (kind !== undefined) return kind;
  const last = marks.at(-1);
  if (last === undefined) return undefined;
  // An article known from citations alone has no link; files and books always have one.
  return isLinked ? formatName(last) : 'Citation';
};

/** Most elements before a title that are searched for marks. */
const MAX_LOOKED_AT = 20;

/** Spans before the title with marks alone. */
const markSpans = (heading: Element): Set<Element> => {
  const spans = new Set<Element>();
  let lookedAt = 0;
  let hasText = false;
  walk(heading, {
    enter: (element) => {
      lookedAt += 1;
      if (hasText || lookedAt > MAX_LOOKED_AT) return false;
      if (!ONLY_MARKS.test(readText(element))) return true;
      spans.add(element);
      return false;
    },
    text: ({ data }) => {
      hasText ||= data.trim() !== '';
    },
  });
  return spans;
};

/** Reads the heading of an article: its title apart from the mark of its kind. */
export const readHead = (heading: Element, pageUrl: string): Head => {
  const link = firstBelow(
    heading,
    ({ name, attribs }) => name === 'a' && readAddress(attribs['href'], pageUrl) !== undefined,
  );
  const titled = link ?? firstBelow(heading, ({ attribs }) => isArticleId(attribs['id'] ?? ''));
  const spans = titled ? new Set([titled]) : markSpans(heading);
  const rest = readText(heading, { isLeftOut: (element) => spans.has(element) });
  const marked = titled ? rest : [...spans].map((span) => readText(span)).join(' ');
  const marks = [...marked.matchAll(MARKS)].map(([, mark = '']) => mark.trim());
  const type = typeOf(marks, link !== undefined);
  return defined({ title: titled ? readText(titled) : rest, type, link });
};
