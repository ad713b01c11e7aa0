import type { Element } from 'domhandler';
import { walk } from '../../../../dom/walk.js';
import { countNumber, decimalNumber, priceNumber } from '../../../shared/read-number.js';
import { readLines, readText } from '../../../shared/reader-text.js';
import { pictureOf } from '../pictures.js';
import { ancestry, type ResultsPage } from '../results-page.js';

export interface ImmersiveProduct {
  readonly position: number;
  readonly title: string;
  readonly [field: string]: unknown;
}

const MAX_PRODUCTS = 80;
const PRICE =
  /(?:^|\s)(?:\p{Sc}\s?\d|\d[\d.,\s]*\s?(?:\p{Sc}|zł|kr\b|руб|Kč|Ft\b|lei\b|[A-Z]{3}\b)|[A-Z]{2,3}\s?\p{Sc}?\d)/u;
const RATING = /^(\d[.,]\d)(?:\s|$|\()/;
const COUNT = /^\(?\d[\d.,]*\s?[KMB]?\)?$/;

const pictureIn = (tile: Element, page: ResultsPage): string | undefined => {
  let found: string | undefined;
  walk(tile, {
    enter: (element) => {
      if (found === undefined && element.name === 'img') found = pictureOf(element, page);
      return found === undefined;
    },
  });
  return found;
};

/** The heading before the grid that a tile is in. */
const categoryOf = (tile: Element): string | undefined => {
  for (const above of ancestry(tile).slice(1, 12)) {
    for (let before = above.prev; before; before = before.prev) {
      if (!('attribs' in before)) continue;
      const text = readText(before);
      if (text !== '' && text.length <= 80 && !PRICE.test(text)) return text;
      if (text.length > 80) return undefined;
    }
  }
  return undefined;
};

const PRICE_TEXT = /\S*\p{Sc}\s?[\d.,]+|[\d.,\s]*\d\s?(?:\p{Sc}|zł|kr|руб\.?|Kč|Ft|lei|[A-Z]{3})/u;

interface TileTexts {
  readonly title: string;
  readonly price: string;
  readonly source: string | undefined;
  /** The line that begins with the rating, and the count of reviews in it or after it. */
  readonly rated: string | undefined;
  readonly reviews: string | undefined;
  readonly extensions: readonly string[];
}

const readTexts = (lines: readonly string[]): TileTexts | undefined => {
  const priced = lines.findIndex((line) => PRICE.test(line));
  const title = lines.slice(0, Math.max(0, priced)).find((line) => line.length > 3 && !RATING.test(line));
  const line = lines[priced];
  if (line === undefined || title === undefined) return undefined;
  const rest = lines.slice(priced + 1);
  const rated = rest.find((text) => RATING.test(text));
  const reviews =
    rated === undefined ? undefined : (/\(([^)]*\d[^)]*)\)/.exec(rated)?.[1] ?? rest[rest.indexOf(rated) + 1]);
  const source = rest.find(
    (text) => /\p{L}{2}/u.test(text) && !RATING.test(text) && !PRICE.test(text) && text.length <= 60,
  );
  const known = new Set([title, line, source, rated]);
  const after = source === undefined ? [] : rest.slice(rest.indexOf(source) + 1);
  const extensions = after.filter((text) => !known.has(text) && !COUNT.test(text) && text.length <= 80);
  return { title, price: PRICE_TEXT.exec(line)?.[0].trim() ?? line, source, rated, reviews, extensions };
};

const idOf = ({ attribs }: Element): string | undefined =>
  ['data-gid', 'data-pid', 'data-cid', 'data-oid']
    .map((name) => attribs[name])
    .find((id) => id !== undefined && id !== '');

const present = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const readTile = (tile: Element, position: number, page: ResultsPage): ImmersiveProduct | undefined => {
  const texts = readTexts(readLines(tile));
  if (!texts) return undefined;
  const { title, price, source, rated, reviews, extensions } = texts;
  return {
    position,
    title,
    ...present({
      category: categoryOf(tile),
      productId: idOf(tile),
      price,
      extractedPrice: priceNumber(price),
      // `Amazon.com, 10+`: more shops have it.
      source: source?.replace(/,\s*\d+\+$/, ''),
      rating: rated === undefined ? undefined : decimalNumber(rated),
      reviews: reviews === undefined ? undefined : countNumber(reviews),
      extensions: extensions.length > 0 ? extensions : undefined,
      thumbnail: pictureIn(tile, page),
    }),
  };
};

/** Products that the engine shows of its own shop among the web results. */
export const readImmersiveProducts = (page: ResultsPage): ImmersiveProduct[] => {
  const found: ImmersiveProduct[] = [];
  for (const tile of page.marked.get('data-pvt') ?? []) {
    const product = found.length < MAX_PRODUCTS ? readTile(tile, found.length + 1, page) : undefined;
    if (product) found.push(product);
  }
  return found;
};
