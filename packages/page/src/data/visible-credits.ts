import type { Element, Text } from 'domhandler';
import { firstBelow, isElement, isHidden, visibleText, walk } from '@quarry/html';
import type { PageSource } from '../source/page-source.js';
import { isOthers } from './others-boxes.js';
import {
  agencyOfDateline,
  eastAsianAuthor,
  isAuthorLabel,
  isNameLabel,
  isSourceLabel,
  nameInText,
  signedName,
} from './person-names.js';
import {
  CERTAIN,
  dateInText,
  type DateLabel,
  dateLabel,
  isOtherDateLabel,
  labelledDate,
  MAX_DATE_LINE_CHARS,
  seenDate,
  type SeenDate,
  UPDATED_TEXT,
} from './visible-dates.js';

/** The author and date of a page, as its body marks them for readers and machines. */
export interface VisibleCredits {
  readonly byline: string | undefined;
  readonly published: string | undefined;
  /** A date after the word for publication. */
  readonly saidPublished?: string | undefined;
}

/** What an element is named that credits a person, or the holder of rights in a picture. */
const CREDIT_CLASS = /(?:^|\s)credits?(?:\s|$)/i;
/** Elements after the headline in its own header. */
const MAX_IN_HEADER = 4;
const MAX_TITLE_CHARS = 500;
const MIN_BARE_TITLE = 6;
/** Elements around a text that may be a caption. */
const MAX_CAPTION_DEPTH = 4;
const CAPTION_CLASS = /caption|image|picture|photo|figure|copyright|credit/i;

const MAX_NAME_CHARS = 80;
const MAX_NAMES = 5;
const MAX_BOXES = 2;
/** Marked elements that are read; nested ones would be read repeatedly. */
const MAX_LOOKS = 100;
/** Elements with a date that are read. */
const MAX_DATE_LOOKS = 200;
/** Before this day there were no pages. */
const FIRST_PAGES = '1991-08-06';
/** Elements between the headline and a date before it. */
const MAX_BEFORE_TITLE = 12;
/** Elements after the headline among which a line without marks may be its date or author. */
const MAX_AFTER_TITLE = 40;
const AUTHOR_CLASS = /(?:^|\s)(?:p-author|author-name|author__name|byline-name|byline__name)(?:\s|$)/;
/** Marks of a person or an organisation, not of an author alone. */
const CARD_CLASS = /(?:^|\s)(?:h-card|fn)(?:\s|$)/;
/** The page about an author. */
const AUTHOR_PATH =
  /\/(?:authors?|autor(?:en|es|in)?|auteurs?|contributors?|staff|writers?|journalists?|redakteure?|reporters?)\/[^/?#]{3,80}\/?$/i;
/** A day and what follows it in a line. */
const AFTER_DAY = /^\W*\d[\d./-]{5,9}\s*[|•·–—-]\s*(\p{L}.*)$/u;
/** Paragraphs after the headline of which one may begin with the day; later ones are entries of a chronicle. */
const MAX_PARAGRAPHS = 3;
/** A day and a dash at the beginning of a paragraph. */
const DAY_BEFORE_TEXT = /^\s*\d[\p{L}\d./ -]{5,20}\s[–—-]\s/u;
const BYLINE_CLASS =
  /(?:^|[\s_-])(?:by-?lines?|authors?|autor(?:en)?|auteurs?|redakteur|blogauthor|postauthor|authorbold|by-author)(?:$|[\s_-])/i;
/** Boxes about an author, and those who wrote something else. */
const NO_BYLINE =
  /comment|avatar|image|picture|photo|(?:^|[\s_-])(?:bio|box|about|social|links?)(?:$|[\s_-])|form|widget/i;
const hasWord = (words: string | undefined, word: string): boolean =>
  words !== undefined && words.toLowerCase().split(/\s+/).includes(word);

const isAuthor = ({ name, attribs: { rel, itemprop, class: className = '' } }: Element): boolean =>
  (name === 'a' && hasWord(rel, 'author')) || hasWord(itemprop, 'author') || AUTHOR_CLASS.test(className);

const isCard = ({ attribs: { class: className = '' } }: Element): boolean => CARD_CLASS.test(className);

const leadsToAuthor = ({ name, attribs: { href } }: Element): boolean =>
  name === 'a' && href !== undefined && AUTHOR_PATH.test(href);

/** Class names with words apart, as in `post-author`. */
const namesOf = ({ attribs: { class: className = '' } }: Element): string =>
  className.replace(/([a-z])([A-Z])/g, '$1-$2');

const isBylineBox = (element: Element): boolean => {
  if (element.name === 'byline') return true;
  const names = namesOf(element);
  return BYLINE_CLASS.test(names) && !NO_BYLINE.test(names);
};

/** A mark of the author, one of a person or an organisation, a link to the page of an author, or a box that is named so. */
type CreditKind = 'marked' | 'card' | 'link' | 'box';
type CreditLabel = 'name' | 'source' | 'other' | DateLabel;

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const isCaption = (text: Text): boolean => {
  let around = text.parent;
  for (let depth = 0; around && isElement(around) && depth < MAX_CAPTION_DEPTH; depth += 1) {
    if (/^(?:figure|figcaption|caption)$/.test(around.name) || CAPTION_CLASS.test(around.attribs['class'] ?? ''))
      return true;
    around = around.parent;
  }
  return false;
};

class CreditsReader {
  /** Names in elements that say so to machines, by-lines that say who by, and other boxes for an author, in this order. */
  private readonly names: readonly [Set<string>, Set<string>, Set<string>] = [new Set(), new Set(), new Set()];
  /** Those from whom the page says that it has its text. */
  private readonly sources = new Set<string>();
  private date: SeenDate | undefined;
  private lineDate: string | undefined;
  /** A date after the word for publication, anywhere. */
  private saidDate: string | undefined;
  /** A date after the mere word for it, anywhere: an event has one too. */
  private labelledDate: string | undefined;
  /** Paragraphs since the headline. */
  private paragraphs = 0;
  /** The text before was the label of a name or a date, and no more. */
  private label: CreditLabel | undefined;
  /** A line with a date shortly before the headline. */
  private dateBefore: string | undefined;
  private sinceDate = 0;
  /** The element in which a name was found; what is in it is not another. */
  private named: Element | undefined;
  private isNamedByMark = false;
  private looks = 0;
  private afterTitle = 0;
  private hasTitle = false;
  /** The heading that shows the title was seen. */
  private hasOwnTitle = false;
  private dateLooks = 0;
  private titleLooks = 0;
  private readonly title: string;

  constructor(
    title: string | undefined,
    private readonly hasHeadings: boolean,
  ) {
    this.title = letters(title ?? '');
  }

  enter(element: Element): boolean {
    if (isHidden(element) || isOthers(element)) return false;
    this.readTitle(element);
    this.readDate(element);
    if (this.named && this.isNamedByMark) return true;
    const kind = this.kindOf(element);
    if (kind === undefined || this.looks >= MAX_LOOKS) return true;
    this.looks += 1;
    if (this.readName(element, kind) && !this.named) {
      this.named = element;
      this.isNamedByMark = kind !== 'box';
    }
    return true;
  }

  leave(element: Element): void {
    if (this.named === element) this.named = undefined;
  }

  text(node: Text): void {
    const { data } = node;
    if (data.length > MAX_NAME_CHARS * 2) {
      this.readBeginning(data);
      return;
    }
    const line = data.replace(/\s+/g, ' ').trim();
    if (line === '') return;
    if (!this.hasHeadings && !this.hasTitle && line.length >= MIN_BARE_TITLE && this.isBareTitle(line)) this.seeTitle();
    const { label } = this;
    this.label = this.labelIn(line);
    if (line.length > MAX_NAME_CHARS) this.readBeginning(line);
    if (line.length < 4 || line.length > MAX_NAME_CHARS) return;
    if (/\d/.test(line)) this.readLine(line, label);
    if (this.named) return;
    this.readAgency(line);
    if (label === 'source' || isSourceLabel(line)) this.readSource(node, line, label);
    else this.readNameOf(line, label);
  }

  /** The agency in the dateline of a report. */
  private readAgency(text: string): void {
    const agency = this.hasTitle && this.paragraphs <= MAX_PARAGRAPHS ? agencyOfDateline(text) : undefined;
    if (agency !== undefined) this.sources.add(agency);
  }

  private readSource(node: Text, line: string, label: CreditLabel | undefined): void {
    const name =
      this.hasTitle && !isCaption(node) ? nameInText(line, label === 'source' ? 'marked' : 'source') : undefined;
    if (name !== undefined && this.sources.size < MAX_NAMES) this.sources.add(name);
  }

  /** A paragraph that begins with its day. */
  private readBeginning(text: string): void {
    if (!this.hasTitle || this.paragraphs >= MAX_PARAGRAPHS) return;
    this.paragraphs += 1;
    this.readAgency(text.slice(0, MAX_NAME_CHARS * 2));
    const [day] = DAY_BEFORE_TEXT.exec(text) ?? [];
    if (day !== undefined) this.say(dateInText(day));
  }

  private labelIn(line: string): CreditLabel | undefined {
    if (isSourceLabel(line, true)) return 'source';
    if (isNameLabel(line)) return this.afterTitle > 0 || isAuthorLabel(line) ? 'name' : undefined;
    return isOtherDateLabel(line) ? 'other' : dateLabel(line);
  }

  private readNameOf(line: string, label: CreditLabel | undefined): void {
    const signed = this.hasTitle ? signedName(line) : undefined;
    if (signed !== undefined) {
      this.add(2, signed);
      return;
    }
    const said = nameInText(line, label === 'name' ? 'alone' : 'labelled');
    const eastern = said === undefined && this.names[1].size === 0 ? eastAsianAuthor(line) : undefined;
    if (eastern !== undefined) this.add(1, eastern);
    else if (said === undefined) {
      const [, after] = (this.afterTitle > 0 && AFTER_DAY.exec(line)) || [];
      const name = after === undefined ? undefined : nameInText(after, 'alone');
      if (name !== undefined) this.add(2, name);
    } else if (label === 'name' || isAuthorLabel(line)) this.add(1, said);
    else if (this.afterTitle > 0) this.add(2, said);
  }

  finish(): VisibleCredits {
    const names = this.names.find(({ size }) => size > 0) ?? new Set<string>();
    const alone = [...names].filter((name) => ![...names].some((other) => other !== name && name.includes(other)));
    const hasByline = alone.length > 0 && (names !== this.names[2] || alone.length <= MAX_BOXES);
    const [source] = this.sources.size === 1 ? this.sources : [];
    return {
      // Boxes without such words for many people are those of other pages.
      byline: hasByline ? alone.join(', ') : source,
      published: this.date?.date ?? this.lineDate ?? this.saidDate ?? (hasByline ? this.labelledDate : undefined),
      saidPublished: this.saidDate,
    };
  }

  /** Whether an element is the heading that shows the title of the page, of whatever level. */
  private isTitle(element: Element): boolean {
    if (this.title === '' || this.titleLooks >= MAX_LOOKS || !/^h[1-5]$/.test(element.name)) return false;
    this.titleLooks += 1;
    return letters(visibleText(element, MAX_TITLE_CHARS)) === this.title;
  }

  /** Older pages show their title in no heading. */
  private isBareTitle(line: string): boolean {
    const text = letters(line);
    return text !== '' && (text === this.title || (text.length * 2 > this.title.length && this.title.startsWith(text)));
  }

  private seeTitle(): void {
    this.hasOwnTitle = true;
    this.hasTitle = true;
    this.afterTitle = MAX_AFTER_TITLE;
    if (this.sinceDate <= MAX_BEFORE_TITLE) this.lineDate = this.dateBefore ?? this.lineDate;
  }

  private readTitle(element: Element): void {
    const { name } = element;
    if (!this.hasOwnTitle && this.isTitle(element)) this.seeTitle();
    else if (name === 'h1' || (name === 'h2' && !this.hasTitle)) {
      this.hasTitle = true;
      this.afterTitle = MAX_AFTER_TITLE;
      if (this.sinceDate <= MAX_BEFORE_TITLE) this.lineDate ??= this.dateBefore;
    } else if (this.afterTitle > 0) this.afterTitle -= 1;
    this.sinceDate += 1;
  }

  /** A line that is a date and little else, or begins with one. */
  private readLine(line: string, label?: CreditLabel): void {
    if (label === 'other') return;
    const said =
      label === undefined || label === 'name' || label === 'source'
        ? labelledDate(line)
        : { date: dateInText(line), label };
    this.say(said?.date, said?.label);
    if (UPDATED_TEXT.test(line) || (line.length > MAX_DATE_LINE_CHARS && !/^\W*\d/.test(line))) return;
    const date = dateInText(line);
    if (date === undefined || date < FIRST_PAGES) return;
    if (this.afterTitle > 0) this.lineDate ??= date;
    this.dateBefore = date;
    this.sinceDate = 0;
  }

  private say(date: string | undefined, label: DateLabel = 'published'): void {
    if (date === undefined || date < FIRST_PAGES) return;
    if (label === 'date') this.labelledDate ??= date;
    else this.saidDate ??= date;
  }

  /** The name that an element about an author marks as such. */
  private namePart(element: Element, text: string): string | undefined {
    if (text.length >= MAX_NAME_CHARS * 2) return undefined;
    const part = firstBelow(element, ({ attribs }) => hasWord(attribs['itemprop'], 'name'));
    return part && nameInText(visibleText(part, MAX_NAME_CHARS), 'marked');
  }

  private add(rank: 0 | 1 | 2, name: string): void {
    if (this.names[rank].size < MAX_NAMES) this.names[rank].add(name);
  }

  private readDate(element: Element): void {
    if (this.date?.certainty === CERTAIN || this.dateLooks >= MAX_DATE_LOOKS) return;
    const seen = seenDate(element, () => (this.dateLooks += 1));
    if (!seen || seen.certainty <= (this.date?.certainty ?? 0)) return;
    // Any other date is the page's own only where it stands by the headline.
    if (seen.certainty === CERTAIN || this.afterTitle > 0) this.date = seen;
    else {
      this.dateBefore = seen.date;
      this.sinceDate = 0;
    }
  }

  private kindOf(element: Element): CreditKind | undefined {
    if (isAuthor(element)) return 'marked';
    if (isCard(element)) return 'card';
    if (this.afterTitle > 0 && leadsToAuthor(element)) return 'link';
    return isBylineBox(element) || this.isCredit(element) ? 'box' : undefined;
  }

  /** A credit in the header of the headline: others are of pictures. */
  private isCredit({ attribs: { class: className }, parent }: Element): boolean {
    return (
      className !== undefined &&
      this.afterTitle > MAX_AFTER_TITLE - MAX_IN_HEADER &&
      CREDIT_CLASS.test(className) &&
      parent !== null &&
      isElement(parent) &&
      parent.name === 'header'
    );
  }

  /** Whether a name was found, so that what is in the element need not be read. */
  private readName(element: Element, kind: CreditKind): boolean {
    const text = visibleText(element, MAX_NAME_CHARS * 2);
    const isShort = text.length <= MAX_NAME_CHARS;
    if (kind !== 'box') {
      const name =
        (isShort ? nameInText(text, kind === 'link' ? 'alone' : 'marked') : undefined) ?? this.namePart(element, text);
      if (name !== undefined) this.add(kind === 'marked' ? 0 : 1, name);
      return name !== undefined;
    }
    const said = nameInText(text, 'labelled');
    if (said !== undefined) this.add(1, said);
    else {
      const name = isShort ? nameInText(text, 'alone') : undefined;
      if (name !== undefined) this.add(2, name);
    }
    return said !== undefined;
  }
}

/**
 * Credits by their marks: `rel=author`, `itemprop`, microformats, by-lines that say who by, times and dates by their names; else
 * the lines that follow the headline.
 */
export const readVisibleCredits = (source: PageSource, title?: string, hasHeadings = true): VisibleCredits => {
  const reader = new CreditsReader(title, hasHeadings);
  walk(source.root, {
    enter: (element) => reader.enter(element),
    leave: (element) => {
      reader.leave(element);
    },
    text: (node) => {
      reader.text(node);
    },
  });
  return reader.finish();
};
