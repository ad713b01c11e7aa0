import type { Document, Element } from 'domhandler';
import { isBlock, isElement, isHidden, isMoneyAlone, walk } from '@quarry/html';
import { RULES_LIMITS } from './limits.js';
import { STOCK_MAX_CHARS, stockIn, stockSentences } from '../values/stock.js';
import { isRatingText, ratingIn } from '../values/ratings.js';
import { cleanText, labelKey } from '../concepts/words.js';
import type { DomFacts, Group, Section, Shown, ShownInOrder, ShownMoney } from './dom-facts.js';
import type { HintKeys } from './hint-keys.js';
import { groupsOf, ScatteredParts, type PartShape } from './groups.js';
import { PairCollector } from './pairs.js';

interface Frame {
  readonly element: Element;
  text: string;
  /** Content about other things than the page's own: no values are read from it. */
  otherText: string;
  readonly kids: PartShape[];
  hasBlockKids: boolean;
  hasOwnText: boolean;
  hasLink: boolean;
  hasHeading: boolean;
  hasImage: boolean;
  hasMoney: boolean;
}

const HEADING = /^h[1-6]$/;
const SKIPPED = new Set(['svg', 'select', 'canvas', 'iframe', 'object', 'textarea', 'math', 'noscript', 'option']);
const MAX_HINT_CHARS = 300;
/** A text that is one value is no longer. */
const MAX_VALUE_CHARS = 60;
const MAX_CRUMBS = 50;
/** Groups kept at once before the smaller ones are dropped. */
const MAX_OPEN_GROUPS = 400;
const SPLIT_SUM = /^(\D{0,4}\d[\d.,]*)\s(\d{2})(\D{0,4})$/;
/** Texts after a rating that are searched for its count. */
const TAIL_TEXTS = 2;
const WHOLE = /^\(?(\d{1,3}(?:[.,]\d{3})+|\d+|\d+(?:\.\d)?k)\)?$/i;
const CRUMBS = /bread-?_?crumb/i;

export interface ScanOptions {
  /** Leaves out navigation and marks the footer: the scope is a whole page. */
  readonly isPage: boolean;
  readonly hintKeys: HintKeys;
}

class Scan implements DomFacts {
  readonly collector = new PairCollector();
  readonly pairs = this.collector.pairs;
  readonly hints = new Map<string, Shown[]>();
  readonly sections = new Map<string, Section>();
  readonly headings: { level: number; text: string; order: number }[] = [];
  readonly links: Shown[] = [];
  readonly images: Shown[] = [];
  readonly times: Shown[] = [];
  readonly money: ShownMoney[] = [];
  readonly ratings: Shown[] = [];
  readonly stocks: ShownInOrder[] = [];
  readonly stockSentences: ShownInOrder[] = [];
  readonly ratingTails: string[] = [];
  readonly buttons: Shown[] = [];
  readonly breadcrumbs: string[] = [];
  groups: Group[] = [];
  private readonly frames: Frame[] = [];
  private section: Section | undefined;
  private label: { readonly parent: Element; readonly text: string } | undefined;
  private readonly scattered = new ScatteredParts();
  /** The outermost open element about other things than the page's own. */
  private other: Element | undefined;
  /** The section at the start of each open `article` or `main`. */
  private readonly outerSections: (Section | undefined)[] = [];
  private asideDepth = 0;
  private struckDepth = 0;
  private crumbDepth = 0;
  private order = 0;
  private ratingOrder = 0;
  private hintCount = 0;

  constructor(private readonly options: ScanOptions) {}

  private get isPage(): boolean {
    return this.options.isPage;
  }

  enter(element: Element): boolean {
    if (isHidden(element) || SKIPPED.has(element.name)) return false;
    const isCrumbs = isBreadcrumbs(element);
    if (isCrumbs) this.crumbDepth += 1;
    else if (this.isPage && this.crumbDepth === 0 && isNavigation(element)) return false;
    if (isAside(element)) this.asideDepth += 1;
    if (this.isPage && isOther(element)) this.other ??= element;
    if (isSectionHolder(element)) this.outerSections.push(this.section);
    if (element.name === 'del' || element.name === 's' || element.name === 'strike') this.struckDepth += 1;
    this.readVoid(element);
    this.frames.push({
      element,
      text: '',
      otherText: '',
      kids: [],
      hasBlockKids: false,
      hasOwnText: false,
      hasLink: false,
      hasHeading: false,
      hasImage: false,
      hasMoney: false,
    });
    return true;
  }

  text(data: string): void {
    const frame = this.frames.at(-1);
    this.order += 1;
    if (!this.isPage && data.trim() !== '') this.readTail(data.trim());
    if (!frame || frame.text.length >= RULES_LIMITS.textChars) return;
    if (data.trim() !== '') {
      frame.hasOwnText = true;
      this.follow(frame.element, data);
      if (!this.other && data.length <= 120 && /[:：]/.test(data))
        this.collector.readSums(cleanText(data), this.shown(frame.element, ''));
    }
    frame.text +=
      data.length > RULES_LIMITS.textChars
        ? data.slice(0, RULES_LIMITS.textChars).replace(/\s+/g, ' ')
        : data.replace(/\s+/g, ' ');
  }

  leave(element: Element): void {
    const frame = this.frames.pop();
    if (!frame) return;
    const text = frame.text
      .replace(/ *\n\s*/g, '\n')
      .replace(/ {2,}/g, ' ')
      .trim();
    if (text !== '' || element.name === 'img') this.read(frame, text);
    const isOtherEnd = element === this.other;
    this.join(isOtherEnd ? { ...frame, otherText: `${frame.otherText} ${text}` } : frame, isOtherEnd ? '' : text);
    if (isOtherEnd) this.other = undefined;
    if (isBreadcrumbs(element)) this.crumbDepth -= 1;
    if (isAside(element)) this.asideDepth -= 1;
    if (isSectionHolder(element) && this.outerSections.pop() !== this.section) this.section = undefined;
    if (element.name === 'del' || element.name === 's' || element.name === 'strike') this.struckDepth -= 1;
  }

  finish(): DomFacts {
    this.keepGroups(RULES_LIMITS.groups);
    const largest = new Set(this.groups.flatMap(({ parts }) => parts));
    const scattered = this.scattered.groups().filter(({ parts }) => !parts.every((part) => largest.has(part)));
    this.groups = [
      ...this.groups,
      ...scattered.sort((left, right) => right.chars - left.chars).slice(0, RULES_LIMITS.groups / 2),
    ];
    return this;
  }

  private keepGroups(count: number): void {
    this.groups.sort((left, right) => right.chars - left.chars);
    this.groups = this.groups.slice(0, count);
  }

  private shown(element: Element, text: string): Shown {
    return { text, element, ...(this.isPage && this.asideDepth > 0 ? { isAside: true } : {}) };
  }

  private readVoid(element: Element): void {
    const { name, attribs } = element;
    if (name === 'img' && this.images.length < RULES_LIMITS.images)
      this.images.push(this.shown(element, attribs['alt'] ?? ''));
    if (name === 'br') this.addBreak();
    const label = attribs['aria-label'] ?? attribs['title'] ?? (name === 'img' ? attribs['alt'] : undefined);
    if (label !== undefined && label.length < 120 && isRatingText(label)) this.addRating(this.shown(element, label));
    if (name === 'input' && /^(?:submit|button)$/i.test(attribs['type'] ?? '')) {
      this.buttons.push(this.shown(element, attribs['value'] ?? ''));
    }
  }

  private addBreak(): void {
    const frame = this.frames.at(-1);
    if (frame) frame.text += '\n';
  }

  private read(frame: Frame, text: string): void {
    const { element } = frame;
    const line = text.replace(/\s+/g, ' ');
    const shown = this.shown(element, line);
    this.readByTag(frame, shown);
    if (line.length <= MAX_VALUE_CHARS) this.readByForm(frame, shown);
    this.readStock(frame, shown);
    if (this.other) return;
    this.addHints(shown);
    this.collector.read({ element, text, kids: frame.kids, hasOwnText: frame.hasOwnText, shown });
  }

  private readByTag(frame: Frame, shown: Shown): void {
    const { name, attribs } = frame.element;
    const { text } = shown;
    if (HEADING.test(name)) this.readHeading(name, text);
    else if (name === 'a' && attribs['href'] !== undefined) {
      if (this.links.length < RULES_LIMITS.links) this.links.push(shown);
    } else if (name === 'button' || (attribs['role'] === 'button' && text.length <= MAX_VALUE_CHARS)) {
      if (this.buttons.length < RULES_LIMITS.links) this.buttons.push(shown);
    } else if (name === 'time' && !this.other && this.times.length < RULES_LIMITS.links) this.times.push(shown);
    if (name === 'li' || name === 'p') this.addToSection(name, text);
    if (this.crumbDepth > 0 && isCrumb(frame) && this.breadcrumbs.length < MAX_CRUMBS) this.breadcrumbs.push(text);
  }

  private readByForm(frame: Frame, shown: Shown): void {
    const { text } = shown;
    if (frame.kids.length <= 4 && isMoneyAlone(text)) this.readMoney(frame, shown);
    if (!frame.hasBlockKids && isRatingText(text)) this.addRating(shown);
  }

  private readStock({ hasBlockKids, hasOwnText, kids }: Frame, shown: Shown): void {
    const { text } = shown;
    const { order } = this;
    if (this.stocks.length + this.stockSentences.length >= RULES_LIMITS.money) return;
    if (text.length <= STOCK_MAX_CHARS && kids.length <= 1) {
      if (stockIn(text) !== undefined) this.stocks.push({ ...shown, order });
    } else if (hasOwnText && !hasBlockKids) {
      this.stockSentences.push(...stockSentences(text).map((sentence) => ({ ...shown, text: sentence, order })));
    }
  }

  /** `4.5` stars and then `277`: how many gave them. */
  private readTail(text: string): void {
    const rating = this.ratings.at(-1);
    if (!rating || this.ratingTails.length > 0 || this.order > this.ratingOrder + TAIL_TEXTS) return;
    const count = WHOLE.exec(text)?.[1];
    if (count !== undefined && Number(count) !== ratingIn(rating.text)?.value) this.ratingTails.push(count);
  }

  private addRating(shown: Shown): void {
    if (this.ratings.length >= RULES_LIMITS.money) return;
    this.ratings.push(shown);
    this.ratingOrder = this.order;
  }

  private readHeading(name: string, text: string): void {
    const level = Number(name[1]);
    this.headings.push({ level, text, order: this.order });
    if (this.section && level > this.section.level && this.section.items.length + this.section.texts.length === 0)
      return;
    this.section = { level, heading: text, items: [], texts: [] };
    const key = labelKey(text);
    if (key !== '' && this.sections.size < RULES_LIMITS.sections && !this.sections.has(key))
      this.sections.set(key, this.section);
  }

  private addToSection(name: string, text: string): void {
    const list = name === 'li' ? this.section?.items : this.section?.texts;
    if (list && list.length < RULES_LIMITS.sectionItems && text !== '') list.push(text);
  }

  private readMoney(frame: Frame, shown: Shown): void {
    const isJoined = frame.hasMoney;
    frame.hasMoney = true;
    if (isJoined) {
      // Cents set apart: `$19` and a raised `99`.
      const [, whole, cents, unit] = SPLIT_SUM.exec(shown.text) ?? [];
      const last = this.money.at(-1);
      if (whole !== undefined && last && shown.text.startsWith(last.text)) {
        this.money[this.money.length - 1] = { ...last, text: `${whole}.${cents ?? ''}${unit ?? ''}` };
      }
      return;
    }
    if (this.money.length >= RULES_LIMITS.money) return;
    const marks = `${frame.element.attribs['class'] ?? ''} ${frame.element.attribs['data-testid'] ?? ''} ${frame.element.attribs['style'] ?? ''}`;
    const isStruck =
      this.struckDepth > 0 ||
      /line-through|strike|\bwas\b|old-?price|price-?old|regular-?price|list-?price|original/i.test(marks);
    this.money.push({ ...shown, isStruck, order: this.order });
  }

  private addHints(shown: Shown): void {
    if (shown.text.length > MAX_HINT_CHARS || this.hintCount >= RULES_LIMITS.hints) return;
    for (const key of this.options.hintKeys.of(shown.element)) {
      const list = this.hints.get(key);
      if (list) list.push(shown);
      else this.hints.set(key, [shown]);
      this.hintCount += 1;
    }
  }

  /** What comes right after a block that is a label with a colon is its value. */
  private follow(parent: Element, text: string): void {
    const { label } = this;
    if (label?.parent !== parent) return;
    this.label = undefined;
    const value = cleanText(text).slice(0, RULES_LIMITS.textChars);
    if (!this.other && !/[:：]$/.test(value)) this.collector.add(label.text, this.shown(parent, value));
  }

  private join(frame: Frame, text: string): void {
    const { element } = frame;
    const parent = this.frames.at(-1);
    this.groups.push(...groupsOf(frame.kids));
    if (this.groups.length > MAX_OPEN_GROUPS) this.keepGroups(RULES_LIMITS.groups);
    if (!parent) return;
    const isBlockLike = isBlock(element.name);
    if (text !== '') {
      this.follow(parent.element, text);
      const isLabel = isBlockLike && text.length <= RULES_LIMITS.labelChars && /[:：]$/.test(text);
      if (isLabel) this.label = { parent: parent.element, text };
    }
    frame.hasLink ||= element.name === 'a';
    frame.hasHeading ||= HEADING.test(element.name);
    frame.hasImage ||= element.name === 'img';
    this.addShape(frame, parent, text);
    for (const mark of MARKS_OF_PARTS) parent[mark] ||= frame[mark];
    parent.hasBlockKids ||= isBlockLike;
    if (parent.otherText.length < RULES_LIMITS.textChars) parent.otherText += frame.otherText;
    if (text === '' || parent.text.length >= RULES_LIMITS.textChars) return;
    parent.text += isBlockLike ? `\n${text}\n` : ` ${text} `;
  }

  private addShape(frame: Frame, parent: Frame, text: string): void {
    const { element, hasLink, hasHeading, hasImage, hasMoney } = frame;
    const whole = cleanText(text + frame.otherText);
    if (whole === '' && !hasImage) return;
    const shape = { element, text: whole, hasLink, hasHeading, hasImage, hasMoney };
    parent.kids.push(shape);
    if (this.isPage) this.scattered.add(shape);
  }
}

const MARKS_OF_PARTS = ['hasLink', 'hasHeading', 'hasImage', 'hasMoney', 'hasBlockKids'] as const;

const isCrumb = ({ element, hasLink }: Frame): boolean =>
  element.name === 'a' ||
  (element.name === 'li' && !hasLink) ||
  (element.name === 'span' && element.attribs['aria-current'] !== undefined);

const isNavigation = (element: Element): boolean =>
  element.name === 'nav' ||
  element.name === 'aside' ||
  element.attribs['role'] === 'navigation' ||
  element.name === 'dialog';
const isAside = (element: Element): boolean => element.name === 'footer' || element.attribs['role'] === 'contentinfo';
/** Marks of what a page adds to its own: other things like it, what readers say. `no-comments` marks a state of the page. */
const OTHER =
  /(?:^|\s)(?!(?:no|has|with)[_-]|\S*[_-](?:open|closed|enabled|disabled|count)(?!\S))(?:\S*[_-])?(?:related|recommend(?:ed|ations?)?|similar|upsells?|comments?|commentlist|disqus)(?![^\s_-])/i;
const MAX_MARK_CHARS = 300;
const isOther = ({ name, attribs }: Element): boolean =>
  /^(?:section|div|ul|ol)$/.test(name) &&
  [attribs['class'], attribs['id']].some((mark) => mark !== undefined && OTHER.test(mark.slice(0, MAX_MARK_CHARS)));
const isSectionHolder = ({ name }: Element): boolean => name === 'article' || name === 'main';
const isBreadcrumbs = (element: Element): boolean => {
  const { class: names, id, 'aria-label': label } = element.attribs;
  if (!/^(?:nav|ol|ul|div|section)$/.test(element.name)) return false;
  return [names, id, label].some((mark) => mark !== undefined && mark.includes('rumb') && CRUMBS.test(mark));
};

/** Reads what a page or one element of it shows, in one walk. */
export const scanDom = (root: Document | Element, options: ScanOptions): DomFacts => {
  const scan = new Scan(options);
  const isPart = isElement(root);
  if (isPart) scan.enter(root);
  walk(root, {
    enter: (element) => scan.enter(element),
    leave: (element) => {
      scan.leave(element);
    },
    text: (node) => {
      scan.text(node.data);
    },
  });
  if (isPart) scan.leave(root);
  return scan.finish();
};
