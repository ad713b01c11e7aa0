import type { OperationBody } from '@quarry/contracts';
import type { Element } from 'domhandler';
import { defined, isElement } from '@quarry/html';
import { readTarget } from '../link-target.js';
import { pictureOf } from '../serp/pictures.js';
import type { ResultsPage } from '../serp/results-page.js';
import { readAskedPrice } from './asked-price.js';
import { tileElements } from './tile-elements.js';
import { readTileLines } from './tile-lines.js';
import { readTileRating } from './tile-rating.js';
import { readTitle } from './tile-title.js';
import { readWords } from './tile-words.js';

export type Product = OperationBody<'enginea/shopping'>['shoppingResults'][number];

/** A product as a page of the engine's shop shows it, not yet numbered. */
export type ProductFields = Omit<Product, 'position'>;

/** What is needed from the page of a tile. */
export type TilePage = Pick<ResultsPage, 'scripts' | 'url'>;

const MAX_TITLE_CHARS = 500;

/** Ratings of the seller, links to more offers and to other searches, and the card that opens beside an advertisement. */
const isAside = ({ name, attribs, children }: Element): boolean => {
  const href = name === 'a' ? (attribs['href'] ?? '') : '';
  if (/\/shopping\/ratings\/|\/shopping\/product\/[^?]*\/offers|\/search\?/.test(href)) return true;
  return (
    /(?:^|\s)pla-hovercard/.test(attribs['class'] ?? '') ||
    children.some((child) => isElement(child) && /^v?plahcl/.test(child.attribs['id'] ?? ''))
  );
};

/** The ids of a product: of the catalogue, of one offer, of all variants, of the offer shown. */
const IDS = ['data-cid', 'data-pid', 'data-gid', 'data-oid', 'data-docid'] as const;

const PRODUCT_PAGE = /\/shopping\/product\/(?:r\/[A-Z]{2}\/)?(\d{4,})/;

const idOf = (elements: readonly Element[]): string | undefined => {
  const linked = elements.find(({ attribs }) => PRODUCT_PAGE.test(attribs['href'] ?? ''))?.attribs['href'];
  if (linked !== undefined) return PRODUCT_PAGE.exec(linked)?.[1];
  const isId = (id: string | undefined): boolean => /^\d{4,}$/.test(id ?? '');
  for (const name of IDS) {
    const found = elements.find(({ attribs }) => isId(attribs[name]));
    if (found) return found.attribs[name];
  }
  return undefined;
};

interface TileLinks {
  /** The product's own page in the engine's shop. */
  readonly productLink?: string;
  /** The page of the shop that sells it, or a redirect to it. */
  readonly link?: string;
}

const readLinks = (elements: readonly Element[], url: string): TileLinks => {
  const targets = elements.flatMap((element) => {
    const href = element.name === 'a' ? element.attribs['href'] : undefined;
    const target = href === undefined || isAside(element) ? undefined : readTarget(href, url);
    return target ? [target] : [];
  });
  const productLink = targets.find((target) =>
    /^\/shopping\/product\/(?:r\/[A-Z]{2}\/)?\d+$/.test(new URL(target.url).pathname),
  )?.url;
  const others = targets.filter((target) => target.url !== productLink && !PRODUCT_PAGE.test(target.url));
  const link = (others.find(({ kind }) => kind === 'site') ?? others.find(({ kind }) => kind === 'ad'))?.url;
  return defined({ productLink, link });
};

/** Pictures of shops and icons are small or unnamed. */
const isIcon = ({ attribs }: Element): boolean =>
  /faviconV2|favicon/.test(attribs['src'] ?? '') ||
  (Number(attribs['width'] ?? 99) < 32 && Number(attribs['height'] ?? 99) < 32);

/** The product's own picture has its name. */
const readThumbnail = (elements: readonly Element[], page: TilePage): string | undefined => {
  const pictures = elements.filter((element) => element.name === 'img' && !isIcon(element));
  const isNamed = ({ attribs }: Element): boolean => (attribs['alt'] ?? '').trim() !== '';
  for (const picture of [...pictures.filter(isNamed), ...pictures.filter((other) => !isNamed(other))]) {
    const address = pictureOf(picture, page);
    if (address !== undefined) return address;
  }
  return undefined;
};

/** Reads the tile of a product; undefined where it has no name or no price. */
export const readProduct = (tile: Element, page: TilePage): ProductFields | undefined => {
  // Content from scripts opens beside the tile; some tiles have nothing else.
  const isFilled = ({ attribs }: Element): boolean => page.scripts.fills.has(attribs['id'] ?? '');
  const shown = readTileLines(tile, (element) => isAside(element) || isFilled(element));
  const askedThere = readAskedPrice(shown);
  const lines = askedThere ? shown : readTileLines(tile, isAside);
  const asked = askedThere ?? readAskedPrice(lines);
  if (!asked) return undefined;
  const elements = tileElements(tile, askedThere ? isFilled : () => false);
  const title = readTitle(elements, lines, asked.line);
  if (title === undefined || title.length > MAX_TITLE_CHARS) return undefined;
  const { source, delivery, extensions } = readWords(elements, lines, asked, title);
  return {
    title,
    ...defined<Partial<ProductFields>>({
      productId: idOf(elements),
      ...readLinks(elements, page.url),
      price: asked.price.text,
      extractedPrice: asked.price.amount,
      originalPrice: asked.before?.text,
      extractedOriginalPrice: asked.before?.amount,
      source,
      ...readTileRating(elements, lines),
      delivery,
      extensions: extensions.length > 0 ? extensions : undefined,
      thumbnail: readThumbnail(elements, page),
    }),
  };
};
