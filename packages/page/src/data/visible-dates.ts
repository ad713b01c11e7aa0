import type { Element } from 'domhandler';
import { dayIn, visibleText } from '@quarry/html';

/** Longest text of an element that shows a date and little else. */
const MAX_DATE_TEXT_CHARS = 90;
/** Longest text around the title that is a date. */
export const MAX_DATE_LINE_CHARS = 60;
const MARKED = /(?:^|\s)(?:dt-published|entry-date|published|post-date|date-published|article-date)(?:\s|$)/i;
const DATE_NAME =
  /(?:^|[\s_-])(?:date|dates|datum|datetime|timestamp|time|pubdate|postdate|publishdate|publishingdate|published|publishedat|fecha|dateline|postmeta|articledate|created|creationdate|publicationinfo)(?:$|[\s_-])/i;
/** Dates of a change, an event or a visit. */
const OTHER_DATE =
  /(?:updat|modif|chang|edit|aktualis|ge(?:ä|ae)ndert|last|zuletzt|event|comment|kommentar|expire|read-?time|birth|count)/i;

/** A text that begins with the word for a change. */
export const UPDATED_TEXT =
  /^\W*(?:last |zuletzt |stand|updat|modif|aktualis|ge(?:ä|ae)ndert|edited|mis à jour|actualiz|atualiz|aggiornat)/iu;
/** A text that begins with a word for publication or a date. */
const PUBLISHED_TEXT =
  /^[\s\p{P}]*(?:erschienen|veröffentlicht|published|first published|posted|publicado|publié|paru|pubblicato|opublikowano|gepubliceerd|datum|date|fecha|data)(?:\s+(?:am|on|le|el|il|em|op|de publication|de publicación|di pubblicazione))?\s*:?\s*/iu;

/** The label of another day: of a change, of a member of a forum. */
const OTHER_LABEL =
  /^[\s\p{P}]*(?:joined|join date|member since|registered(?: on)?|registriert(?: seit| am)?|mitglied seit|dabei seit|anmeldungsdatum|inscrit(?: le)?|inscription|registrado(?: en)?|iscritto(?: il| dal)?|зарегистрирован|регистрация|last (?:seen|active|visit|updated?|modified|edited)|zuletzt (?:online|aktiv|aktualisiert|geändert|bearbeitet)|updated|modified|when|wann|quand|cuándo|quando|where|beginn?s?|starts?|ends?|date (?:and|&) time|termine?|einlass|doors|deadline|expires|valid (?:until|from)|gültig bis|born|geboren(?: am)?|geburtsdatum|mis à jour le|aggiornato il|actualizado el)\s*:?\s*$/iu;
/** Whether the text after a label is some other day than that of publication. */
export const isOtherDateLabel = (text: string): boolean => OTHER_LABEL.test(text);

/** The mere word for a date: that of an event is labelled so too. */
const DATE_WORD = /^[\s\p{P}]*(?:datum|date|fecha|data)\s*:?\s*$/iu;

export type DateLabel = 'published' | 'date';

/** What the label says that a text is, with nothing after it: the date is in the element that follows. */
export const dateLabel = (text: string): DateLabel | undefined => {
  if (PUBLISHED_TEXT.exec(text)?.[0].length !== text.length) return undefined;
  return DATE_WORD.test(text) ? 'date' : 'published';
};

/** The date that follows a label at the beginning of a text. */
export const labelledDate = (text: string): { readonly date: string; readonly label: DateLabel } | undefined => {
  const label = PUBLISHED_TEXT.exec(text)?.[0];
  if (label === undefined) return undefined;
  const rest = text.slice(label.length);
  if (!/^(?:\p{L}{2,12}[.,]{1,2}\s+)?(?:\d|\p{L}{3,12}\.? \d)/u.test(rest)) return undefined;
  const date = dateInText(rest.slice(0, MAX_DATE_LINE_CHARS));
  return date === undefined ? undefined : { date, label: DATE_WORD.test(label) ? 'date' : 'published' };
};
const CLOCK = /^[\s,–—|·•-]*(?:(?:um|at|à|às|alle|kl|o)\.?\s+)?(\d{1,2})[:.h](\d\d)(?!\d|[./]\d)/iu;
const DAY_TEXT =
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}(?:st|nd|rd|th|er|º|\.)?\s+(?:de\s+|of\s+)?\p{L}{3,12}\.?,?\s+(?:de\s+|del\s+)?\d{4}|\p{L}{3,12}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{4}/u;

/** Points between numbers are of countries that write the day first. */
const SHORT_YEAR = /^\D{0,15}(\d{1,2})\.\s?(\d{1,2})\.(\d\d)(?![\d.])/;
/** Of two digits these are years of pages. */
const MAX_SHORT_YEAR = 50;

const dayOfShortYear = (text: string): string | undefined => {
  const [, day = '', month = '', year = ''] = SHORT_YEAR.exec(text) ?? [];
  return year === '' || Number(year) > MAX_SHORT_YEAR ? undefined : dayIn(`${day}.${month}.20${year}`);
};

/** Some pages put bars between the numbers of a day. */
const BARRED_DAY = /^(\d{1,2})\s?[|/]\s(\d{1,2})\s?[|/]\s(\d{4})(?!\d)/;

/** The day that a text names first, with the time of day that follows it; no zone where none is stated. */
export const dateInText = (shown: string): string | undefined => {
  const text = shown.replace(BARRED_DAY, '$1.$2.$3');
  const day = dayIn(text) ?? dayOfShortYear(text);
  if (day === undefined) return undefined;
  const written = DAY_TEXT.exec(text);
  const clock = written && CLOCK.exec(text.slice(written.index + written[0].length));
  if (!clock) return day;
  const [hours, minutes] = [Number(clock[1]), Number(clock[2])];
  return hours < 24 && minutes < 60
    ? `${day}T${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
    : day;
};

const hasWord = (words: string | undefined, word: string): boolean =>
  words !== undefined && words.toLowerCase().split(/\s+/).includes(word);

/** How surely an element shows when a page was published: `CERTAIN`, 2 for a time that machines can read, 1 for a name; 0 for others. */
const certaintyOf = ({ name, attribs }: Element): number => {
  const { itemprop, pubdate, datetime, class: className = '', id = '' } = attribs;
  const names = `${className} ${id}`;
  if (hasWord(itemprop, 'datepublished')) return CERTAIN;
  if (itemprop !== undefined && OTHER_DATE.test(itemprop)) return 0;
  if (OTHER_DATE.test(names) && !/publish/i.test(names)) return 0;
  if (name === 'time' && datetime !== undefined) return pubdate !== undefined || MARKED.test(className) ? CERTAIN : 2;
  return name === 'time' || DATE_NAME.test(names.replace(/([a-z])([A-Z])/g, '$1-$2')) ? 1 : 0;
};

/** The element says to machines that it is the day of publication. */
export const CERTAIN = 3;

export interface SeenDate {
  readonly certainty: number;
  readonly date: string;
}

/** The date that an element shows or states; undefined where it shows none, or that of a change. `look` is called if its text is read. */
export const seenDate = (element: Element, look: () => void): SeenDate | undefined => {
  const certainty = certaintyOf(element);
  if (certainty === 0) return undefined;
  look();
  const { datetime, content } = element.attribs;
  const stated = (datetime ?? content)?.trim();
  if (stated !== undefined && /^\d{4}-\d\d/.test(stated)) {
    return UPDATED_TEXT.test(visibleText(element, MAX_DATE_TEXT_CHARS)) ? undefined : { certainty, date: stated };
  }
  const text = visibleText(element, MAX_DATE_TEXT_CHARS + 1);
  if (text.length > MAX_DATE_TEXT_CHARS || UPDATED_TEXT.test(text)) return undefined;
  const date = dateInText(text);
  return date === undefined ? undefined : { certainty: Math.min(certainty, 2), date };
};

const PATH_DAY = /\/((?:19|20)\d\d)[/-]?(0[1-9]|1[0-2])[/-]?(0[1-9]|[12]\d|3[01])(?=\/|-|_|$)/;

/** The day in the path of an address, as blogs and newspapers have it. */
export const dayOfAddress = (url: string): string | undefined => {
  const match = PATH_DAY.exec(URL.parse(url)?.pathname ?? '');
  return match ? `${match[1] ?? ''}-${match[2] ?? ''}-${match[3] ?? ''}` : undefined;
};
