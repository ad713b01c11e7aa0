import { Element } from 'domhandler';
import { isHidden, visibleText, walk } from '@quarry/html';
import type { PageSource } from '../source/page-source.js';
import { isShareAddress, type Site, siteOf } from './link-kinds.js';
import { type NameKind, NameReader } from './name-words.js';
import { isLegal, isReply } from './phrases.js';
import { isSkipLabel } from './site-phrases.js';
import { isWithinSentence } from './within-sentence.js';
import { addText } from './text-measure.js';

/** The content of a part of the page. */
export interface Weight {
  /** Characters of all text, white space left out. */
  chars: number;
  linkChars: number;
  /** Running text: characters of paragraphs that read like sentences. */
  mass: number;
  /** Running text that is also in the article of the page's structured data. */
  covered: number;
  /** Characters of labels, links and other short lines. */
  noise: number;
  /** Paragraphs with running text. */
  paragraphs: number;
  links: number;
  /** Links to pages of the same site. */
  siteLinks: number;
  shareLinks: number;
  images: number;
  inputs: number;
  headings: number;
  /** Links and buttons that answer a reader's comment. */
  replies: number;
}

/** One element that structures the page; inline elements count towards the part that contains them. */
export interface PagePart {
  readonly element: Element;
  readonly parent: PagePart | undefined;
  readonly children: PagePart[];
  readonly kinds: ReadonlySet<NameKind>;
  /** Of the text directly in this part, not in a part below it. */
  readonly own: Weight;
  /** Punctuation between sentences and clauses, directly in this part and outside links. */
  marks: number;
  /** Of everything in this part that is not dropped. */
  readonly all: Weight;
  /** Pieces of the text directly in this part. */
  readonly texts: string[];
  /** Index of this part in the list of all. */
  readonly index: number;
  /** Index after the last part in this one, in the list of all. */
  end: number;
  /** Describes another page. */
  isTeaser: boolean;
  /** Left out of the main content, with all it contains. */
  isDropped: boolean;
  /** Its visible text, once it was read as a line. */
  line: string | undefined;
}

/** Elements that only style or mark text; their content belongs to the part around them. */
const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup ' +
    'time tt u var wbr img picture source nobr blink label output data meter progress'
  ).split(' '),
);
const INPUTS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);
/** Elements whose text is not running text: it counts neither for nor against the part that contains it. */
const NEUTRAL: ReadonlySet<string> = new Set(['pre', 'figcaption', 'dl']);
const NO_KINDS: ReadonlySet<NameKind> = new Set();
const SKIPPED: ReadonlySet<NameKind> = new Set(['beside']);

/** Longest label of a reply link, including white space around it. */
const MAX_REPLY_CHARS = 60;

/** Longer paragraphs are no notices of the site. */
const MAX_NOTICE_CHARS = 400;

const MIN_RUNNING = 25;
/** Without punctuation a line must be this long to count as a sentence. */
const MIN_UNMARKED = 60;
/** Shorter paragraphs count for less than their length: a page has many short lines that look like sentences. */
const FULL_LENGTH = 80;

const newWeight = (): Weight => ({
  chars: 0,
  linkChars: 0,
  mass: 0,
  covered: 0,
  noise: 0,
  paragraphs: 0,
  links: 0,
  siteLinks: 0,
  shareLinks: 0,
  images: 0,
  inputs: 0,
  headings: 0,
  replies: 0,
});

const setWeight = (all: Weight, own: Weight): void => {
  all.chars = own.chars;
  all.linkChars = own.linkChars;
  all.mass = own.mass;
  all.covered = own.covered;
  all.noise = own.noise;
  all.paragraphs = own.paragraphs;
  all.links = own.links;
  all.siteLinks = own.siteLinks;
  all.shareLinks = own.shareLinks;
  all.images = own.images;
  all.inputs = own.inputs;
  all.headings = own.headings;
  all.replies = own.replies;
};

const addWeight = (sum: Weight, more: Weight): void => {
  sum.chars += more.chars;
  sum.linkChars += more.linkChars;
  sum.mass += more.mass;
  sum.covered += more.covered;
  sum.noise += more.noise;
  sum.paragraphs += more.paragraphs;
  sum.links += more.links;
  sum.siteLinks += more.siteLinks;
  sum.shareLinks += more.shareLinks;
  sum.images += more.images;
  sum.inputs += more.inputs;
  sum.headings += more.headings;
  sum.replies += more.replies;
};

export const linkShare = ({ chars, linkChars }: Weight): number => (chars === 0 ? 0 : linkChars / chars);
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

export const isHeading = (name: string): boolean => name.length === 2 && HEADINGS.has(name);

/** Separates running text from labels for the text directly in a part. */
const weighOwn = ({ own, element, marks, texts }: PagePart, isNeutral: boolean): void => {
  if (own.chars === 0 || isHeading(element.name)) return;
  const plain = own.chars - own.linkChars;
  const isLinks = own.linkChars > own.chars / 2;
  const isRunning = !isLinks && plain >= MIN_RUNNING && (marks > 0 || plain >= MIN_UNMARKED);
  if (isNeutral) {
    if (isRunning && plain >= FULL_LENGTH && marks > 1) own.mass = own.chars;
  } else if (isRunning && own.chars < MAX_NOTICE_CHARS && isLegal(texts.join(''))) {
    own.noise = own.chars;
  } else if (isRunning) {
    own.mass = own.chars * Math.min(1, plain / FULL_LENGTH);
    own.paragraphs = 1;
  } else if (isLinks) own.noise = own.chars;
  else if (element.name !== 'li') own.noise = own.chars / 2;
};

/** Sums the weights of all parts again, without dropped ones. */
export const sumParts = (parts: readonly PagePart[]): void => {
  for (const { all, own } of parts) setWeight(all, own);
  for (let index = parts.length - 1; index > 0; index -= 1) {
    const part = parts[index];
    if (part?.parent && !part.isDropped) addWeight(part.parent.all, part.all);
  }
};

/** The visible page as parts in document order, the document itself first. Hidden elements are in no part. */
export const readParts = (source: PageSource): PagePart[] => {
  const reader = new PartsReader(siteOf(source), source.tables);
  walk(source.root, {
    enter: (element) => reader.enter(element),
    leave: (element) => {
      reader.leave(element);
    },
    text: (node) => {
      reader.text(node.data);
    },
  });
  sumParts(reader.parts);
  return reader.parts;
};

class PartsReader {
  readonly parts: PagePart[] = [];
  private readonly names = new NameReader();
  private current: PagePart;
  private links = 0;
  private neutral = 0;
  private headings = 0;

  constructor(
    private readonly site: Site,
    private readonly tables: PageSource['tables'],
  ) {
    this.current = this.open(new Element('#document', {}), undefined, NO_KINDS);
  }

  enter(element: Element): boolean {
    const { name } = element;
    const { own } = this.current;
    if (isHidden(element) || name === 'svg' || name === 'iframe') return false;
    if (isFormula(element)) {
      own.images += 1;
      return false;
    }
    if (name === 'img') own.images += 1;
    if (INPUTS.has(name)) {
      if (isAsking(element)) own.inputs += 1;
      if (name === 'button' && isReply(visibleText(element, MAX_REPLY_CHARS))) own.replies += 1;
      return false;
    }
    const href = linkOf(element);
    if (href !== undefined) {
      this.links += 1;
      own.links += 1;
      if (this.site.has(href)) own.siteLinks += 1;
      if (isShareAddress(href)) own.shareLinks += 1;
    }
    if (this.isNeutral(element)) this.neutral += 1;
    const kinds = href !== undefined && isSkipLink(element, href) ? SKIPPED : this.kindsOf(element);
    if (isHeading(name)) this.headings += 1;
    if (!INLINE.has(name) || kinds.size > 0) this.current = this.open(element, this.current, kinds);
    return true;
  }

  leave(element: Element): void {
    if (linkOf(element) !== undefined) this.links -= 1;
    if (this.current.element === element) {
      weighOwn(this.current, this.neutral > 0);
      this.current.end = this.parts.length;
      this.current = this.current.parent ?? this.current;
    }
    if (this.isNeutral(element)) this.neutral -= 1;
    if (isHeading(element.name)) this.headings -= 1;
  }

  text(data: string): void {
    addText(this.current, data, this.links > 0);
    this.current.texts.push(data);
    if (this.links > 0 && data.length <= MAX_REPLY_CHARS && isReply(data)) this.current.own.replies += 1;
  }

  /** The words of a heading are one line: their names say how they look, and their ids repeat what they say. */
  private kindsOf(element: Element): ReadonlySet<NameKind> {
    if (this.headings === 0) {
      const kinds = this.names.kindsOf(element);
      return kinds.has('beside') && isWithinSentence(element) ? NO_KINDS : kinds;
    }
    return this.names.kindsOfClass(element).has('beside') ? SKIPPED : NO_KINDS;
  }

  /** Tables count where they show values; others only lay out text. */
  private isNeutral(element: Element): boolean {
    return NEUTRAL.has(element.name) || this.tables.get(element)?.isData === true;
  }

  private open(element: Element, parent: PagePart | undefined, kinds: ReadonlySet<NameKind>): PagePart {
    const part: PagePart = {
      element,
      parent,
      children: [],
      kinds,
      own: newWeight(),
      marks: 0,
      all: newWeight(),
      texts: [],
      index: this.parts.length,
      end: 0,
      isTeaser: false,
      isDropped: false,
      line: undefined,
    };
    if (isHeading(element.name)) part.own.headings = 1;
    parent?.children.push(part);
    this.parts.push(part);
    return part;
  }
}

const SILENT_INPUTS: ReadonlySet<string> = new Set(['hidden', 'button', 'submit', 'reset', 'image']);

/** A field that asks the reader for something; buttons alone also occur in texts. */
const isAsking = ({ name, attribs }: Element): boolean =>
  name === 'select' ||
  name === 'textarea' ||
  (name === 'input' && !SILENT_INPUTS.has(attribs['type']?.toLowerCase() ?? ''));

const FORMULA_CLASS = /(?:^|\s)(?:MathJax|katex|mwe-math-element)/;

/** Formulas are kept as they are; the elements that draw them are not parts. */
const isFormula = ({ name, attribs }: Element): boolean =>
  name === 'math' ||
  name === 'mjx-container' ||
  (attribs['class'] !== undefined && FORMULA_CLASS.test(attribs['class']));

/** A link to another place of the same page whose label says no more. */
const isSkipLink = (element: Element, href: string): boolean =>
  href.startsWith('#') && href.length > 1 && isSkipLabel(visibleText(element, MAX_REPLY_CHARS));

const linkOf = (element: Element): string | undefined => (element.name === 'a' ? element.attribs['href'] : undefined);
