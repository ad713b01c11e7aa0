import { type Price, readPrices, readWholePrice } from '@quarry/html';
import { saysDelivery } from './delivery-words.js';
import type { Line } from './tile-lines.js';

/** A current price with its place: a whole piece, else the start of a line. */
export interface AskedPrice {
  readonly price: Price;
  readonly line: number;
  /** The former price. */
  readonly before: Price | undefined;
}

interface PieceOfPrice {
  readonly price: Price;
  readonly isStruck: boolean;
}

export const wholePrices = ({ pieces }: Line): PieceOfPrice[] =>
  pieces.flatMap(({ text, isStruck }) => {
    const price = readWholePrice(text);
    return price ? [{ price, isStruck }] : [];
  });

/** Prices in the pieces of a line, else in the whole line. */
export const pricesIn = (line: Line): PieceOfPrice[] => {
  const whole = wholePrices(line);
  if (whole.length > 0) return whole;
  const joined = readWholePrice(line.text);
  return joined ? [{ price: joined, isStruck: line.pieces.every(({ isStruck }) => isStruck) }] : [];
};

/** `Was $15`, labelled for screen readers. */
const namedPrices = ({ pieces }: Line): PieceOfPrice[] =>
  pieces.flatMap(({ text, label }) => {
    const price = label === '' || readWholePrice(text) ? undefined : readPrices(text).at(-1);
    return price && label.includes(price.text) ? [{ price, isStruck: true }] : [];
  });

/** `ab 12 €`, `$24.99 from a shop`, `$499 used`: a price with few words around it. */
const priceAmongWords = ({ text, pieces }: Line): PieceOfPrice[] => {
  const [first] = text.length <= 80 && !saysDelivery(text) ? readPrices(text) : [];
  return first && first.start <= 12 && !text.slice(0, first.start).includes('+')
    ? [{ price: first, isStruck: pieces.every(({ isStruck }) => isStruck) }]
    : [];
};

const findAskedPrice = (lines: readonly Line[], read: (line: Line) => PieceOfPrice[]): AskedPrice | undefined => {
  for (const [at, line] of lines.entries()) {
    const prices = read(line);
    const asked = prices.find(({ isStruck }) => !isStruck);
    if (!asked) continue;
    // The former price may be on its own line.
    const [above, below] = [lines[at - 1], lines[at + 1]].map((other) => (other ? wholePrices(other) : []));
    const others = [
      ...(above ?? []).filter(({ isStruck }) => isStruck),
      ...prices,
      ...namedPrices(line),
      ...(below ?? []).filter(({ isStruck }) => isStruck || lines[at + 1]?.pieces.length === 1),
    ];
    const before = others.find(({ price }) => price.amount > asked.price.amount)?.price;
    return { price: asked.price, line: at, before };
  }
  return undefined;
};

/** The current price of a tile, and the former one. */
export const readAskedPrice = (lines: readonly Line[]): AskedPrice | undefined =>
  findAskedPrice(lines, pricesIn) ?? findAskedPrice(lines, priceAmongWords);
