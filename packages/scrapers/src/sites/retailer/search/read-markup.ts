import { isText, type Element } from 'domhandler';
import {
  allBelow,
  defined,
  definedOrNone,
  firstBelow,
  hasClass,
  onlyAmount,
  parseDocument,
  readText,
  statedNumber,
} from '@quarry/html';
import { textOf } from '../../../shared/json-values.js';
import { productUrl, type Storefront } from '../storefront.js';
import type { ListedProduct, ProductList } from './result.js';

/** Longest address that is searched for its target. */
const MAX_HREF = 8_000;

const named = (tile: Element, attribute: string, value: string): Element | undefined =>
  firstBelow(tile, ({ attribs }) => attribs[attribute] === value);

const numberIn = (element: Element | undefined): number | undefined => statedNumber(element?.attribs['data-value']);

/** Where an advertisement's link leads in the end. */
const targetOf = (href: string): string => {
  const url = href.length > MAX_HREF ? null : URL.parse(href, 'https://site.invalid');
  return url?.pathname === '/sp/track' ? (url.searchParams.get('rd') ?? '') : href;
};

/** `$16.77`, `1 299,00 $`. */
const MONEY = /[A-Z]{0,3}\$\s?\d[\d,]{0,12}(?:\.\d{2})?|\d[\d\s]{0,12},\d{2}\s?\$/u;

const STRUCK: ReadonlySet<string> = new Set(['strike']);

/** The text for screen readers is whole, `current price Now $16.77`; the visible text is split into parts. */
const priceOf = (tile: Element, currency: string): ListedProduct['price'] => {
  const part = named(tile, 'data-automation-id', 'product-price');
  if (!part) return undefined;
  const spans = allBelow(part, ({ name, children }) => name === 'span' && children.every(isText));
  const shown = spans.map((span) => MONEY.exec(readText(span).slice(0, 200))?.[0]);
  const currentPriceDisplay = shown.find((text) => text !== undefined);
  if (currentPriceDisplay === undefined) return undefined;
  const struck = firstBelow(part, (element) => hasClass(element, STRUCK));
  const beforePriceDisplay = struck && MONEY.exec(readText(struck).slice(0, 200))?.[0];
  return defined({
    currentPrice: onlyAmount(currentPriceDisplay),
    currentPriceDisplay,
    beforePrice: onlyAmount(beforePriceDisplay),
    beforePriceDisplay,
    currency,
  });
};

const readTile = (tile: Element, storefront: Storefront): ListedProduct | undefined => {
  const link = firstBelow(tile, ({ name, attribs }) => name === 'a' && attribs['link-identifier'] !== undefined);
  const id = link?.attribs['link-identifier'] ?? '';
  const title = named(tile, 'data-automation-id', 'product-title');
  const text = title && textOf(readText(title));
  if (!/^[A-Za-z0-9]{1,64}$/.test(id) || text === undefined) return undefined;
  const href = link?.attribs['href'] ?? '';
  const image = named(tile, 'data-testid', 'productTileImage')?.attribs['src'];
  return defined({
    id,
    title: text,
    url: productUrl(targetOf(href), id, storefront),
    isSponsored: targetOf(href) !== href,
    price: priceOf(tile, storefront.currency),
    reviews: definedOrNone<NonNullable<ListedProduct['reviews']>>({
      rating: numberIn(named(tile, 'data-testid', 'product-ratings')),
      totalReviews: numberIn(named(tile, 'data-testid', 'product-reviews')),
    }),
    image: textOf(image),
  });
};

/** Reads the tiles that a page shows, for pages without state. */
export const readMarkup = (source: string, storefront: Storefront): ProductList => {
  const { root } = parseDocument(source);
  const tiles = allBelow(root, ({ attribs }) => attribs['data-item-id'] !== undefined);
  const products = tiles.map((tile) => readTile(tile, storefront)).filter((product) => product !== undefined);
  return { products, related: [], saysNone: false };
};
