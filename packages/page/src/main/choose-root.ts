import type { PagePart } from './page-parts.js';

/** How much more missing running text costs than including labels; what is included can still be cleaned out. */
const RECALL_WEIGHT = 1.5;
/** A page with less running text is not an article and is kept whole. */
const MIN_MASS = 140;

const MARKED: ReadonlySet<string> = new Set(['article', 'main']);

/** How strongly the page itself marks this as its content. */
const declaredBonus = ({ element, kinds }: PagePart): number => {
  if (element.name === 'body' || element.name === 'html') return 0;
  const { itemprop = '', role } = element.attribs;
  if (/\b(?:articleBody|reviewBody)\b/.test(itemprop)) return 0.15;
  let bonus = 0;
  if (MARKED.has(element.name) || role === 'main' || role === 'article') bonus += 0.04;
  if (kinds.has('content')) bonus += 0.06;
  return bonus;
};

/** These contain a piece of a text, never the whole. */
const PIECES: ReadonlySet<string> = new Set('p li blockquote pre span dd dt figure figcaption ul ol'.split(' '));

const quality = (part: PagePart, page: PagePart, isByBody: boolean): number => {
  const { mass, noise, covered } = part.all;
  const recall = isByBody ? covered / page.all.covered : mass / page.all.mass;
  const precision = (isByBody ? covered : mass) / (mass + noise);
  if (precision + recall === 0) return 0;
  const weight = RECALL_WEIGHT * RECALL_WEIGHT;
  return ((1 + weight) * precision * recall) / (weight * precision + recall);
};

/**
 * The part with most of the running text and least of the rest; undefined where the page has hardly any. With
 * `isByBody`, running text is what is in the article of the page's structured data.
 */
export const chooseRoot = (parts: readonly PagePart[], isByBody: boolean): PagePart | undefined => {
  const page = parts[0];
  if (!page || page.all.mass < MIN_MASS) return undefined;
  let best: PagePart | undefined;
  let bestQuality = 0;
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped || part.all.mass === 0) {
      index = part.end - 1;
      continue;
    }
    if (PIECES.has(part.element.name)) continue;
    const value = quality(part, page, isByBody) + declaredBonus(part);
    // Of equally good parts the innermost is chosen.
    if (value >= bestQuality) {
      best = part;
      bestQuality = value;
    }
  }
  return best;
};
