import type { Element } from 'domhandler';
import { walk } from '../../../../dom/walk.js';
import { countNumber, decimalNumber, priceNumber } from '../../read-number.js';
import { readLines, readText } from '../../reader-text.js';
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

const readTile = (tile: Element, position: number, page: ResultsPage): ImmersiveProduct | undefined => {
  const lines = readLines(tile);
  const priced = lines.findIndex((line) => PRICE.test(line));
  const title = lines.slice(0, priced < 0 ? undefined : priced).find((line) => line.length > 3 && !RATING.test(line));
  if (priced < 0 || title === undefined) return undefined;
  const price =
    /\S*\p{Sc}\s?[\d.,]+|[\d.,\s]*\d\s?(?:\p{Sc}|zł|kr|руб\.?|Kč|Ft|lei|[A-Z]{3})/u
      .exec(lines[priced] ?? '')?.[0]
      ?.trim() ??
    lines[priced] ??
    '';
  const rest = lines.slice(priced + 1);
  const rated = rest.find((line) => RATING.test(line));
  const reviews =
    rated === undefined ? undefined : (/\(([^)]*\d[^)]*)\)/.exec(rated)?.[1] ?? rest[rest.indexOf(rated) + 1]);
  const source = rest.find(
    (line) => /\p{L}{2}/u.test(line) && !RATING.test(line) && !PRICE.test(line) && line.length <= 60,
  );
  const after = source === undefined ? [] : rest.slice(rest.indexOf(source) + 1);
  const known = new Set([title, lines[priced], source, rated]);
  const extensions = after.filter((line) => !known.has(line) && !COUNT.test(line) && line.length <= 80);
  const id =
    tile.attribs['data-gid'] || tile.attribs['data-pid'] || tile.attribs['data-cid'] || tile.attribs['data-oid'];
  const category = categoryOf(tile);
  const thumbnail = pictureIn(tile, page);
  const rating = rated === undefined ? undefined : decimalNumber(rated);
  const count = reviews === undefined ? undefined : countNumber(reviews);
  const amount = priceNumber(price);
  return {
    position,
    ...(category === undefined ? {} : { category }),
    title,
    ...(id ? { productId: id } : {}),
    price,
    ...(amount === undefined ? {} : { extractedPrice: amount }),
    // `Amazon.com, 10+`: more shops have it.
    ...(source === undefined ? {} : { source: source.replace(/,\s*\d+\+$/, '') }),
    ...(rating === undefined ? {} : { rating }),
    ...(count === undefined ? {} : { reviews: count }),
    ...(extensions.length > 0 ? { extensions } : {}),
    ...(thumbnail === undefined ? {} : { thumbnail }),
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
