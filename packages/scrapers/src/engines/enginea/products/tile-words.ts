import type { Element } from 'domhandler';
import { normalizeText, type Price, readPrices, readWholePrice } from '@quarry/html';
import { pricesIn, wholePrices, type AskedPrice } from './asked-price.js';
import { saysDelivery } from './delivery-words.js';
import { isCountOfShops, splitSeller } from './split-seller.js';
import type { Line } from './tile-lines.js';
import { isCountLine, isRatingLine } from './tile-rating.js';
import { CUT, hasLetters, uncut } from './tile-title.js';

const MAX_SOURCE_CHARS = 80;
const MAX_EXTENSION_CHARS = 80;
const MAX_EXTENSIONS = 12;
/** Longest text over a picture. */
const MAX_BADGE_CHARS = 24;

/** The text of a line without its prices. */
const besidePrices = (line: Line | undefined, before: Price | undefined): string => {
  const isPrice = (text: string): boolean =>
    readWholePrice(text) !== undefined || (before !== undefined && text.includes(before.text));
  const pieces = line?.pieces.filter(({ text }) => !isPrice(text)).map(({ text }) => text) ?? [];
  const rest = pieces.join(' ');
  const [price] = wholePrices(line ?? { text: '', pieces: [] }).length > 0 ? [] : readPrices(rest);
  return normalizeText(price ? `${rest.slice(0, price.start)} ${rest.slice(price.end)}` : rest);
};

export interface TileWords {
  readonly source: string | undefined;
  readonly delivery: string | undefined;
  readonly extensions: readonly string[];
}

/** `Amazon.com, 10+`, `Walmart & more`: the first piece is the shop. */
const sellerOfLine = ({ text, pieces }: Line): string =>
  (pieces[0] && hasLetters(pieces[0].text) ? pieces[0].text : text).replace(/,\s*\d+\+$/, '');

/** `From Amazon.com` over `Amazon.com`: a named shop, in any language. */
const markedSeller = (lines: readonly Line[], title: string): string | undefined =>
  lines
    .flatMap(({ pieces }) => pieces)
    .find(
      ({ text, label }) =>
        hasLetters(text) &&
        !title.startsWith(text) &&
        !saysDelivery(text) &&
        label.endsWith(text) &&
        label.length > text.length &&
        label.length <= text.length + 12,
    )?.text;

/** `Shirt.Myntra. Current price: ₹659.`: the accessible name of a tile may contain the shop that it does not show. */
const labelledSeller = (elements: readonly Element[], title: string, price: string): string | undefined => {
  const label = elements
    .map(({ attribs }) => normalizeText(attribs['aria-label'] ?? ''))
    .find((text) => text.startsWith(title) && text.includes(price));
  if (label === undefined) return undefined;
  const at = label.indexOf(price);
  const said = label.slice(title.length, at).replace(/^[\s.]+/, '');
  const [seller, ...more] = said.split(/\.\s/);
  return more.length > 0 && seller !== undefined && hasLetters(seller) && !isCountOfShops(seller) ? seller : undefined;
};

/** Short, no sentence of a description, no button for more. */
const isExtension = (text: string): boolean =>
  hasLetters(text) && text.length <= MAX_EXTENSION_CHARS && !CUT.test(text) && !text.startsWith('+');

/** A line about delivery: by its words, or by the icon before it. */
const comes = ({ text, pieces }: Line): boolean => saysDelivery(text) || saysDelivery(pieces[0]?.sign ?? '');

/** The texts of a line: the whole, or each piece where one of them is about delivery alone. */
const sayings = (line: Line): Line[] => {
  const isMixed = line.pieces.length > 1 && line.pieces.some((piece) => comes({ text: piece.text, pieces: [piece] }));
  return isMixed ? line.pieces.map((piece) => ({ text: piece.text, pieces: [piece] })) : [line];
};

/** The text after the price: the shop first, then delivery and the rest. */
export const readWords = (
  elements: readonly Element[],
  lines: readonly Line[],
  asked: AskedPrice,
  title: string,
): TileWords => {
  const marked = markedSeller(lines, title);
  const beside = splitSeller(besidePrices(lines[asked.line], asked.before));
  const after = lines
    .slice(asked.line + 1)
    .filter((line) => line.text !== title && !isRatingLine(line) && !isCountLine(line));
  const isSeller = (line: Line): boolean =>
    hasLetters(line.text) &&
    line.text.length <= MAX_SOURCE_CHARS &&
    !comes(line) &&
    !isCountOfShops(line.text) &&
    pricesIn(line).length === 0 &&
    !line.text.includes(' · ');
  const sellerLine = (marked ?? beside.seller) === undefined ? after.find(isSeller) : undefined;
  const source =
    marked ??
    beside.seller ??
    (sellerLine && uncut(sellerOfLine(sellerLine), elements)) ??
    labelledSeller(elements, title, asked.price.text);
  const said = after.filter((line) => line !== sellerLine).flatMap(sayings);
  const delivery = said.find(comes)?.text ?? (saysDelivery(beside.rest) ? beside.rest : undefined);
  const badges = lines
    .slice(0, asked.line)
    .filter(
      (line) =>
        line.text.length <= MAX_BADGE_CHARS && !title.includes(line.text) && !isRatingLine(line) && !isCountLine(line),
    );
  const extensions = [...badges.map(({ text }) => text), beside.rest, ...said.map(({ text }) => text)]
    .flatMap((text) => text.split(/\s[·•]\s/))
    .map((text) => text.trim())
    .filter((text) => isExtension(text) && text !== source && text !== delivery);
  return { source, delivery, extensions: [...new Set(extensions)].slice(0, MAX_EXTENSIONS) };
};
