import type { Element } from 'domhandler';
import { countNumber, decimalNumber, defined, normalizeText, numbersIn } from '@quarry/html';
import type { Line } from './tile-lines.js';

export interface TileRating {
  readonly rating?: number;
  readonly reviews?: number;
}

const MAX_RATING = 5;
const MAX_LABEL_CHARS = 60;
/** `4.8`, `4,8 (8.6K)`, `4.8/5`. */
const RATED = /^[0-5٠-٥۰-۵][.,٫]\p{N}(?:\s?\/\s?5)?(?=$|[\s(（★])/u;
/** A count and nothing else but a word: `(8.6K)`, `8,6 Tsd.`, `1,234`, `42 product reviews`. */
const COUNT = /^[(（]?\s*(\p{N}[\p{N}.,٫٬'’\s]*\s?(?:\p{L}{1,4}\.?)?\+?)\s*[)）]?(?:\s[\p{L}\s]{2,30})?$/u;
/** The accessible name of stars has the rating and the maximum: `Rated 4.8 out of 5`, `5 つ星のうち 4.5`. */
const ratingInLabel = (label: string): number | undefined => {
  const numbers = numbersIn(label.slice(0, MAX_LABEL_CHARS)).map((number) => decimalNumber(number) ?? Number.NaN);
  if (label.length > MAX_LABEL_CHARS || numbers.length !== 2 || !numbers.includes(MAX_RATING)) return undefined;
  const rating = numbers.find((number) => number !== MAX_RATING) ?? MAX_RATING;
  return rating >= 0 && rating <= MAX_RATING ? rating : undefined;
};

const starsIn = (elements: readonly Element[]): Element | undefined =>
  elements.find(
    ({ attribs }) => attribs['aria-label'] !== undefined && ratingInLabel(attribs['aria-label']) !== undefined,
  );

const countIn = (text: string | undefined): number | undefined => {
  const match = text === undefined ? null : COUNT.exec(text);
  return match ? countNumber(match[1] ?? '') : undefined;
};

/** True for a line with the rating alone. */
export const isRatingLine = ({ text }: Line): boolean =>
  RATED.test(text) && text.length <= 60 && numbersIn(text.replace(/\/\s?5/, '')).length <= 2;

/** True for a line that is a count alone: in brackets, or behind stars. */
export const isCountLine = ({ text, pieces }: Line): boolean =>
  (/^[(（]/.test(text) || ratingInLabel(pieces[0]?.sign ?? '') !== undefined) && countIn(text) !== undefined;

/** The count after stars without a figure beside them. */
const reviewsBehind = (stars: Element | undefined, lines: readonly Line[]): number | undefined => {
  const label = normalizeText(stars?.attribs['aria-label'] ?? '');
  return countIn(lines.find(({ pieces }) => pieces[0]?.sign === label)?.text);
};

/** The buyers' rating of the product, and their number; ratings of the seller do not count. */
export const readTileRating = (elements: readonly Element[], lines: readonly Line[]): TileRating => {
  const at = lines.findIndex(isRatingLine);
  const shown = lines[at];
  const stars = starsIn(elements);
  const rating = shown ? decimalNumber(shown.text) : ratingInLabel(stars?.attribs['aria-label'] ?? '');
  if (rating === undefined || rating > MAX_RATING || rating === 0) return {};
  const rest = shown?.text.replace(RATED, '').trim();
  const near = shown
    ? (countIn(rest) ?? countIn(shown.pieces[1]?.text) ?? countIn(lines[at + 1]?.text))
    : reviewsBehind(stars, lines);
  return defined({ rating, reviews: near });
};
