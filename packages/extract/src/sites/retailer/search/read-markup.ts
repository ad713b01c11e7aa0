import type { Element } from 'domhandler';
import { allBelow } from '../../../dom/find-elements.js';
import { firstBelow } from '../../../dom/first-below.js';
import { parseDocument } from '../../../dom/parse-document.js';
import { readText } from '../../../engines/shared/reader-text.js';
import { present, textOf } from '../../shared/embedded-state.js';
import { partOf, shownAmount } from '../parts.js';
import { productUrl, type Storefront } from '../storefront.js';
import type { ListedProduct, ProductList } from './result.js';

/** Longest address whose target is looked for. */
const MAX_HREF = 8_000;

const named = (tile: Element, attribute: string, value: string): Element | undefined =>
  firstBelow(tile, ({ attribs }) => attribs[attribute] === value);

const numberIn = (element: Element | undefined): number | undefined => {
  const value = element?.attribs['data-value'];
  return value !== undefined && /^\d{1,9}(?:\.\d{1,6})?$/.test(value) ? Number(value) : undefined;
};

/** Where an advertisement's link leads in the end. */
const targetOf = (href: string): string => {
  const url = href.length > MAX_HREF ? null : URL.parse(href, 'https://site.invalid');
  return url?.pathname === '/sp/track' ? (url.searchParams.get('rd') ?? '') : href;
};

/** What programs that read pages aloud are told: `current price $16.77`. */
const priceOf = (tile: Element, currency: string): ReturnType<typeof partOf> => {
  const part = named(tile, 'data-automation-id', 'product-price');
  const shown = part && firstBelow(part, ({ attribs }) => attribs['aria-hidden'] === 'true');
  const spoken = part && allBelow(part, ({ name }) => name === 'span').map((element) => readText(element));
  const [, display] = /(?:^|[^$\d])([A-Z]{0,3}\s?\$\s?\d[\d,]*\.\d{2})$/.exec(spoken?.at(-1)?.trim() ?? '') ?? [];
  const currentPriceDisplay = textOf(display);
  if (shown === undefined || currentPriceDisplay === undefined) return undefined;
  return { currentPrice: shownAmount(currentPriceDisplay), currentPriceDisplay, currency };
};

const readTile = (tile: Element, storefront: Storefront): ListedProduct | undefined => {
  const link = firstBelow(tile, ({ name, attribs }) => name === 'a' && attribs['link-identifier'] !== undefined);
  const id = link?.attribs['link-identifier'] ?? '';
  const title = named(tile, 'data-automation-id', 'product-title');
  const text = title && textOf(readText(title));
  if (!/^[A-Za-z0-9]{1,64}$/.test(id) || text === undefined) return undefined;
  const href = link?.attribs['href'] ?? '';
  const image = named(tile, 'data-testid', 'productTileImage')?.attribs['src'];
  return present({
    id,
    title: text,
    url: productUrl(targetOf(href), id, storefront),
    isSponsored: targetOf(href) !== href,
    price: priceOf(tile, storefront.currency),
    reviews: partOf({
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
