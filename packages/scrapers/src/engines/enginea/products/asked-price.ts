import { readPrices, readWholePrice, type Price } from '@quarry/html';
import { saysDelivery } from './delivery-words.js';
import type { Line } from './tile-lines.js';

/** A price that is asked, and where: a whole piece, else the start of a line. */
export interface AskedPrice {
  readonly price: Price;
  readonly line: number;
  /** The price that was asked before. */
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

/** Prices of a line as its pieces give them, else as it does whole. */
export const pricesIn = (line: Line): PieceOfPrice[] => {
  const whole = wholePrices(line);
  if (whole.length > 0) return whole;
  const joined = readWholePrice(line.text);
  return joined ? [{ price: joined, isStruck: line.pieces.every(({ isStruck }) => isStruck) }] : [];
};

/** `Was $15`, called so for people who do not see it. */
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
    // What was asked before may stand in a line of its own.
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

/** The price that a tile asks, and the one before. */
export const readAskedPrice = (lines: readonly Line[]): AskedPrice | undefined =>
  findAskedPrice(lines, pricesIn) ?? findAskedPrice(lines, priceAmongWords);
