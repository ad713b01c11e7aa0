import type { PageShape, Row } from './page-shape.js';
import type { Scores } from './scores.js';

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** More links in each of them than this are a menu, and so is a row of nothing but links. */
const MAX_ROW_LINKS = 8;
const MAX_LINK_SHARE = 0.85;

/** Parts that each lead elsewhere and say little themselves. */
const isListed = ({ count, links, chars, linkChars }: Row): boolean =>
  links >= count &&
  links <= count * MAX_ROW_LINKS &&
  share(linkChars, chars) <= MAX_LINK_SHARE &&
  (share(linkChars, chars) > 0.25 || chars < count * 600);

/** Running text that is not in parts of a list. */
const ownProse = ({ row, proseChars }: PageShape): number => proseChars - (row && isListed(row) ? row.prose : 0);

/** A page with more sums than this, and nothing to buy, lists what costs them. */
const MANY_PRICES = 20;

const listingEvidence = (shape: PageShape, scores: Scores): void => {
  const { row, prices, chars, buys } = shape;
  if (prices >= MANY_PRICES && buys === 0) {
    scores.listing += 2.5;
    scores.article -= 2;
  }
  if (!row || !isListed(row) || row.isPosts) return;
  const part = share(row.chars, chars);
  if (part > 0.6) scores.listing += 3.5;
  else if (part > 0.4) scores.listing += 2.5;
  if (row.count >= 8 && row.priced >= row.count * 0.6 && part > 0.3) scores.listing += 2;
  if (share(ownProse(shape), chars) > 0.4) scores.listing -= 2.5;
};

const threadEvidence = ({ row, chars }: PageShape, scores: Scores): void => {
  if (row?.isPosts !== true || row.links > row.count * 12) return;
  const part = share(row.chars, chars);
  if (row.isComments && part < 0.85) scores.thread += part > 0.6 ? 1.5 : 0.5;
  else if (part > 0.5) scores.thread += row.dated >= row.count / 2 ? 4 : 3.5;
  else if (part > 0.3) scores.thread += 1.5;
};

const productEvidence = ({ buys, prices, row }: PageShape, scores: Scores): void => {
  const isOfMany = row !== undefined && row.priced > 6 && buys > 3;
  if (buys >= 1 && buys <= 3) scores.product += prices > 0 ? 3.5 : 2;
  if (buys > 6 || isOfMany) scores.listing += 2;
  if (prices >= 1 && prices <= 4) scores.product += 0.5;
};

const documentationEvidence = (shape: PageShape, scores: Scores): void => {
  const { codes, codeChars, chars, anchors, asideLinks } = shape;
  if (codes >= 2) scores.documentation += Math.min(2, 0.5 + share(codeChars, chars) * 4);
  if (anchors >= 3) scores.documentation += 1.5;
  if (asideLinks >= 25 && codes >= 1) scores.documentation += 1;
};

const ARTICLE_CHARS = 1_200;

const articleEvidence = (shape: PageShape, scores: Scores): void => {
  const prose = ownProse(shape);
  const part = share(prose, shape.chars);
  if (prose < ARTICLE_CHARS) return;
  if (part > 0.6) scores.article += 3.5;
  else if (part > 0.4) scores.article += 2.5;
  else if (part > 0.25) scores.article += 1.5;
  if (prose > 3 * ARTICLE_CHARS) scores.article += 0.75;
  if (shape.articles === 1) scores.article += 0.75;
};

/** Evidence in what the page looks like. */
export const shapeEvidence = (shape: PageShape, scores: Scores): void => {
  listingEvidence(shape, scores);
  threadEvidence(shape, scores);
  productEvidence(shape, scores);
  documentationEvidence(shape, scores);
  articleEvidence(shape, scores);
  if (shape.hasIngredients) scores.recipe += shape.hasSteps ? 5 : 2;
  if (shape.isEventCard) scores.event += 3;
  if (shape.hasWhen && shape.hasWhere) scores.event += 3;
  if (shape.attends > 0 && shape.attends <= 3) scores.event += shape.hasWhen || shape.hasWhere ? 2 : 1.5;
  if (shape.follows > 0 && shape.follows <= 2 && shape.followers > 0) scores.profile += 3.5;
  else if (shape.followers > 0 && shape.followers <= 4) scores.profile += 1;
  if (shape.isProfileCard) scores.profile += 1;
};
