import { isHeading, linkShare, type PagePart, sumParts } from './page-parts.js';

/** This many cards side by side are a list of other pages. */
const MIN_CARDS = 3;
/** Longest text of a card. */
const MAX_CARD_CHARS = 600;
/** A heading with this share of link text leads to another page. */
const MIN_LINK_SHARE = 0.8;

/** The largest part around a heading that has no other heading and is still small. */
const cardOf = (heading: PagePart): PagePart => {
  let card = heading;
  while (card.parent?.all.headings === 1 && card.parent.all.chars <= MAX_CARD_CHARS) card = card.parent;
  return card;
};

const isLeading = ({ element, all }: PagePart): boolean =>
  isHeading(element.name) && all.siteLinks > 0 && linkShare(all) >= MIN_LINK_SHARE;

/**
 * Marks teasers: small parts side by side, each under a heading that links to another page of the site. Their text is not
 * this page's running text.
 */
export const markTeasers = (parts: readonly PagePart[]): void => {
  const cards = new Map<PagePart, PagePart[]>();
  for (const part of parts) {
    if (!isLeading(part)) continue;
    const card = cardOf(part);
    if (card === part || !card.parent) continue;
    const group = cards.get(card.parent);
    if (group) group.push(card);
    else cards.set(card.parent, [card]);
  }
  for (const group of cards.values()) {
    if (group.length < MIN_CARDS) continue;
    for (const card of group) {
      card.isTeaser = true;
      for (const { own } of parts.slice(card.index, card.end)) {
        own.noise += own.mass;
        own.mass = 0;
        own.paragraphs = 0;
      }
    }
  }
  sumParts(parts);
};
