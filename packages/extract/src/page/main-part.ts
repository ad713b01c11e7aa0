import type { Element } from 'domhandler';
import { isHidden } from '../dom/visibility.js';
import { visibleText } from '../dom/visible-text.js';
import { isElement, walk } from '../dom/walk.js';
import type { PageSource } from './page-source.js';

/** One of several marked parts with less of the page's running text than this is trusted less than the text itself. */
const MIN_SHARE = 0.3;
const MIN_CHARS = 200;
const PARAGRAPH_CHARS = 40;

const ASIDE: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'header', 'form', 'menu', 'dialog']);
/** What stands in these is not what the page is about, whatever it is marked as. */
const BESIDE: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'header', 'dialog']);
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'li', 'dd', 'td', 'h2', 'h3']);

interface Weighing {
  /** Characters of running text below each element, those in links left out. */
  readonly chars: Map<Element, number>;
  total: number;
}

const weigh = (source: PageSource): Weighing => {
  const weighing: Weighing = { chars: new Map(), total: 0 };
  const open: { readonly element: Element; chars: number }[] = [];
  let links = 0;
  walk(source.root, {
    enter: (element) => {
      if (isHidden(element) || ASIDE.has(element.name) || element.name === 'svg') return false;
      if (element.name === 'a') links += 1;
      open.push({ element, chars: 0 });
      return true;
    },
    leave: (element) => {
      if (element.name === 'a') links -= 1;
      const entry = open.pop();
      if (!entry) return;
      const parent = open.at(-1);
      // A short line in a list or a cell is a label, not running text.
      const counts = !PARAGRAPHS.has(element.name) || entry.chars >= PARAGRAPH_CHARS;
      if (parent) parent.chars += counts ? entry.chars : 0;
      else weighing.total += entry.chars;
      weighing.chars.set(element, entry.chars);
    },
    text: (node) => {
      const entry = open.at(-1);
      if (entry && links === 0) entry.chars += node.data.trim().length;
    },
  });
  return weighing;
};

const isMain = (element: Element): boolean => element.name === 'main' || element.attribs['role'] === 'main';

/** The one part that the page declares as its main one, or else its one article: trusted whatever its length. */
const declaredPart = (source: PageSource): Element | undefined => {
  const mains: Element[] = [];
  const articles: Element[] = [];
  walk(source.root, {
    enter: (element) => {
      if (isHidden(element) || BESIDE.has(element.name)) return false;
      if (!isMain(element)) {
        if (element.name === 'article') articles.push(element);
        return true;
      }
      if (hasText(element)) mains.push(element);
      return false;
    },
  });
  const parts = mains.length > 0 ? mains : articles;
  const [part] = parts;
  return part && parts.length === 1 && hasText(part) ? part : undefined;
};

const hasText = (part: Element): boolean => visibleText(part, 1) !== '';

const markedPart = (weighing: Weighing): Element | undefined => {
  let best: Element | undefined;
  let bestChars = 0;
  for (const [element, chars] of weighing.chars) {
    const isMarked =
      element.name === 'main' ||
      element.name === 'article' ||
      element.attribs['role'] === 'main' ||
      element.attribs['itemprop'] === 'articleBody';
    if (isMarked && chars > bestChars) {
      best = element;
      bestChars = chars;
    }
  }
  return bestChars >= Math.max(MIN_CHARS, weighing.total * MIN_SHARE) ? best : undefined;
};

/** The innermost element that still holds most of the page's running text. */
const densestPart = (weighing: Weighing, source: PageSource): Element | undefined => {
  let current: Element | undefined;
  let children = source.root.children;
  for (;;) {
    let heaviest: Element | undefined;
    let heaviestChars = 0;
    for (const child of children) {
      if (!isElement(child)) continue;
      const chars = weighing.chars.get(child) ?? 0;
      if (chars > heaviestChars) {
        heaviest = child;
        heaviestChars = chars;
      }
    }
    const needed = Math.max(MIN_CHARS, weighing.total * 0.6);
    if (!heaviest || heaviestChars < needed || PARAGRAPHS.has(heaviest.name)) return current;
    current = heaviest;
    children = heaviest.children;
  }
};

/**
 * The element that holds the page's main content: the one that the page declares as such; where it declares none or several,
 * the one among them with enough of the running text, else the densest block; undefined where nothing stands out, and then
 * the whole page is the main part.
 */
export const findMainPart = (source: PageSource): Element | undefined => {
  const declared = declaredPart(source);
  if (declared) return declared;
  const weighing = weigh(source);
  return markedPart(weighing) ?? densestPart(weighing, source);
};
