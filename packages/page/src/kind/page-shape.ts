import type { Element } from 'domhandler';
import { isHidden, isMoneyAlone, walk } from '@quarry/html';
import type { PageSource } from '../source/page-source.js';
import { ATTEND, BUY, FOLLOW, FOLLOWERS, INGREDIENTS, POST, STEPS, WHEN, WHERE } from './kind-words.js';

/** Like parts beside each other: results, products, posts. */
export interface Row {
  count: number;
  chars: number;
  linkChars: number;
  links: number;
  /** How many of them show a sum of money. */
  priced: number;
  /** How many of them say when. */
  dated: number;
  /** Characters of running text in them. */
  prose: number;
  /** They are marked as contributions to a discussion, or as comments, which articles have too. */
  isPosts: boolean;
  isComments: boolean;
}

/** What a page looks like, counted in one walk. Navigation, footers and asides count only as links. */
export interface PageShape {
  chars: number;
  linkChars: number;
  /** Characters in paragraphs of running text, outside of links. */
  proseChars: number;
  codeChars: number;
  codes: number;
  asideLinks: number;
  /** Links to the place of the heading that they stand in. */
  anchors: number;
  prices: number;
  buys: number;
  attends: number;
  follows: number;
  followers: number;
  hasIngredients: boolean;
  hasSteps: boolean;
  hasWhen: boolean;
  hasWhere: boolean;
  isProfileCard: boolean;
  isEventCard: boolean;
  /** Elements that hold an article each. */
  articles: number;
  /** The row with most text. */
  row: Row | undefined;
}

interface Frame {
  readonly element: Element;
  text: string;
  chars: number;
  linkChars: number;
  links: number;
  prose: number;
  /** Has elements with text below it. */
  hasKids: boolean;
  isPriced: boolean;
  isDated: boolean;
  readonly rows: Map<string, Row>;
}

const LABEL_CHARS = 48;
const MAX_SUM_CHARS = 24;
const MIN_PROSE = 80;
const MIN_ROW = 4;
/** A question and two answers are a discussion. */
const MIN_POSTS = 3;
/** Rows followed among the children of one element. */
const MAX_ROWS = 24;
const MAX_NAME_CHARS = 200;
const BESIDE = new Set(['nav', 'footer', 'aside']);
const SKIPPED = new Set(['svg', 'head', 'select', 'noscript', 'template', 'iframe', 'textarea', 'dialog']);
const ROW_TAGS = new Set(['li', 'article', 'div', 'tr', 'section', 'a', 'tbody', 'table', 'dd', 'details', 'span']);

const newShape = (): PageShape => ({
  chars: 0,
  linkChars: 0,
  proseChars: 0,
  codeChars: 0,
  codes: 0,
  asideLinks: 0,
  anchors: 0,
  prices: 0,
  buys: 0,
  attends: 0,
  follows: 0,
  followers: 0,
  hasIngredients: false,
  hasSteps: false,
  hasWhen: false,
  hasWhere: false,
  isProfileCard: false,
  isEventCard: false,
  articles: 0,
  row: undefined,
});

const newRow = (marks: string): Row => ({
  count: 0,
  chars: 0,
  linkChars: 0,
  links: 0,
  prose: 0,
  priced: 0,
  dated: 0,
  isPosts: POST.test(marks),
  isComments: /comment|reply/i.test(marks),
});

const isBeside = ({ name, attribs }: Element): boolean =>
  BESIDE.has(name) || attribs['role'] === 'navigation' || attribs['role'] === 'contentinfo';

/** The first name of an element without its numbers: `post-12` and `post-13` are alike. */
const shapeName = ({ name, attribs }: Element): string => {
  const [first = ''] = (attribs['class'] ?? attribs['id'] ?? '').slice(0, MAX_NAME_CHARS).trim().split(/\s/, 1);
  return `${name} ${first.replace(/[\d_-]+$/, '')}`;
};

const marksOf = ({ attribs }: Element): string =>
  `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.slice(0, MAX_NAME_CHARS);

class ShapeWalk {
  readonly shape = newShape();
  private readonly frames: Frame[] = [];
  private besideDepth = 0;
  private linkDepth = 0;
  private formDepth = 0;

  enter(element: Element): boolean {
    if (SKIPPED.has(element.name) || isHidden(element)) return false;
    if (isBeside(element)) this.besideDepth += 1;
    if (element.name === 'a') this.enterLink(element);
    if (element.name === 'form') this.formDepth += 1;
    this.readMarks(element);
    this.frames.push({
      element,
      text: '',
      chars: 0,
      linkChars: 0,
      links: 0,
      prose: 0,
      hasKids: false,
      isPriced: false,
      isDated: element.name === 'time' || element.name === 'relative-time',
      rows: new Map(),
    });
    return true;
  }

  text(data: string): void {
    const frame = this.frames.at(-1);
    const text = data.trim();
    if (!frame || text === '') return;
    if (frame.text.length <= LABEL_CHARS) frame.text += ` ${text.slice(0, LABEL_CHARS + 1)}`;
    frame.chars += text.length;
    if (this.linkDepth > 0) frame.linkChars += text.length;
  }

  leave(element: Element): void {
    const frame = this.frames.pop();
    if (!frame) return;
    if (element.name === 'a') this.linkDepth -= 1;
    if (element.name === 'form') this.formDepth -= 1;
    if (isBeside(element)) {
      this.besideDepth -= 1;
      return;
    }
    if (this.besideDepth > 0) return;
    this.readElement(frame);
    this.keepRow(frame);
    const parent = this.frames.at(-1);
    if (parent) this.join(frame, parent);
    else {
      this.shape.chars += frame.chars;
      this.shape.linkChars += frame.linkChars;
    }
  }

  private enterLink({ attribs, parent }: Element): void {
    this.linkDepth += 1;
    const frame = this.frames.at(-1);
    if (this.besideDepth > 0) this.shape.asideLinks += 1;
    else if (frame) frame.links += 1;
    const { href } = attribs;
    if (href?.startsWith('#') === true && parent && 'name' in parent && /^h[2-6]$/.test(parent.name))
      this.shape.anchors += 1;
  }

  private readMarks(element: Element): void {
    const marks = marksOf(element);
    if (marks === ' ' || this.besideDepth > 0) return;
    if (/(?:^|\s)(?:h-card|vcard)(?:\s|$)/.test(marks)) this.shape.isProfileCard = true;
    if (/(?:^|\s)(?:h-event|vevent)(?:\s|$)/.test(marks)) this.shape.isEventCard = true;
  }

  /** Code, running text, labels, buttons and sums. */
  private readElement(frame: Frame): void {
    const { shape } = this;
    const { element } = frame;
    const { name } = element;
    this.readText(frame);
    const value = name === 'input' ? (element.attribs['value'] ?? '') : frame.text;
    if (value === '' || value.length > LABEL_CHARS) return;
    const label = value.trim().replace(/\s*[:：]$/, '');
    if (name === 'button' || name === 'a' || name === 'input' || element.attribs['role'] === 'button')
      this.readButton(label);
    if (label.length <= MAX_SUM_CHARS && /\d/.test(label) && !frame.isPriced && isMoneyAlone(label)) {
      frame.isPriced = true;
      shape.prices += 1;
    }
    if (frame.hasKids) return;
    if (FOLLOWERS.test(label)) shape.followers += 1;
    if (this.formDepth === 0) this.readLabel(label, name);
  }

  private readText(frame: Frame): void {
    const { shape } = this;
    const { element, chars } = frame;
    if (element.name === 'pre' || element.attribs['role'] === 'code') {
      shape.codes += 1;
      shape.codeChars += chars;
    } else if (element.name === 'p' && chars - frame.linkChars >= MIN_PROSE) {
      frame.prose = chars - frame.linkChars;
      shape.proseChars += frame.prose;
    } else if (element.name === 'article') shape.articles += 1;
  }

  private readButton(label: string): void {
    if (BUY.test(label)) this.shape.buys += 1;
    else if (ATTEND.test(label)) this.shape.attends += 1;
    else if (FOLLOW.test(label)) this.shape.follows += 1;
  }

  private readLabel(label: string, name: string): void {
    const { shape } = this;
    if (/^(?:h[1-6]|strong|b|dt|p|div|summary|legend|caption|th|span)$/.test(name)) {
      shape.hasIngredients ||= INGREDIENTS.test(label);
      shape.hasSteps ||= STEPS.test(label);
    }
    if (/^(?:h[2-6]|strong|b|dt|th|span|div)$/.test(name)) {
      shape.hasWhen ||= WHEN.test(label);
      shape.hasWhere ||= WHERE.test(label);
    }
  }

  private keepRow({ rows }: Frame): void {
    for (const row of rows.values())
      if (row.count >= (row.isPosts ? MIN_POSTS : MIN_ROW) && row.chars > (this.shape.row?.chars ?? 0))
        this.shape.row = row;
  }

  private join(frame: Frame, parent: Frame): void {
    parent.chars += frame.chars;
    parent.linkChars += frame.linkChars;
    parent.links += frame.links;
    parent.prose += frame.prose;
    parent.hasKids ||= frame.chars > 0;
    parent.isPriced ||= frame.isPriced;
    parent.isDated ||= frame.isDated;
    const { element, chars } = frame;
    if (parent.text.length <= LABEL_CHARS && chars > 0) parent.text += frame.text;
    if (chars === 0 || !ROW_TAGS.has(element.name)) return;
    this.addToRow(frame, parent);
  }

  private addToRow(frame: Frame, parent: Frame): void {
    const { element, chars } = frame;
    const name = shapeName(element);
    const known = parent.rows.get(name);
    if (!known && parent.rows.size >= MAX_ROWS) return;
    const row = known ?? newRow(marksOf(element));
    row.count += 1;
    row.chars += chars;
    row.linkChars += frame.linkChars;
    row.links += frame.links;
    row.prose += frame.prose;
    row.priced += Number(frame.isPriced);
    row.dated += Number(frame.isDated);
    if (!known) parent.rows.set(name, row);
  }
}

/** Counts what the page looks like. */
export const readShape = ({ root }: PageSource): PageShape => {
  const shapes = new ShapeWalk();
  walk(root, {
    enter: (element) => shapes.enter(element),
    leave: (element) => {
      shapes.leave(element);
    },
    text: (node) => {
      shapes.text(node.data);
    },
  });
  return shapes.shape;
};
