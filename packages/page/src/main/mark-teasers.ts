import { isHeading, linkShare, type PagePart, sumParts } from './page-parts.js';

/** So many cards side by side are a list of other pages. */
const MIN_CARDS = 3;
/** A card says no more than this. */
const MAX_CARD_CHARS = 600;
/** A heading of which this share is a link leads to another page. */
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
 * Marks teasers: small parts side by side, each under a heading that leads to another page of the site. What they say is not
 * this page's running text, however well it reads.
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
