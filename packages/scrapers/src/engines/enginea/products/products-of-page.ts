import type { Element } from 'domhandler';
import { ancestors, defined, firstBelow } from '@quarry/html';
import { readLazyPictures } from '../lazy-pictures.js';
import type { ResultsPage } from '../serp/results-page.js';
import { findLinkedBoxes, findMarkedTiles, isMarkedTile, MAX_TILES } from './find-tiles.js';
import { readProduct, type Product, type ProductFields, type TilePage } from './read-product.js';
import { readCategories } from './tile-categories.js';

interface PageWithTree extends TilePage {
  readonly root: ResultsPage['root'];
  /** The list of results, where the page has one. */
  readonly results: Element | undefined;
}

/** The page with the pictures that its scripts show later. */
const withPictures = ({ root, url, text, scripts, byId }: ResultsPage): PageWithTree => ({
  root,
  results: byId.get('rso'),
  url,
  scripts: { ...scripts, pictures: new Map([...readLazyPictures(text), ...scripts.pictures]) },
});

interface ReadTile {
  readonly tile: Element;
  readonly fields: ProductFields;
}

/** Levels around an empty tile that are searched for its name and price. */
const LEVELS_UP = 3;

/** Reads a tile, else the largest box without another tile: the mark of a tile may be beside its text. */
const readTile = (tile: Element, page: TilePage, tiles: ReadonlySet<Element>): ProductFields | undefined => {
  const levels = isMarkedTile(tile) ? LEVELS_UP : 0;
  for (const box of ancestors(tile).slice(0, 1 + levels)) {
    if (box !== tile && firstBelow(box, (element) => element !== tile && tiles.has(element))) return undefined;
    const fields = readProduct(box, page);
    if (fields) return fields;
  }
  return undefined;
};

const readAll = (tiles: readonly Element[], page: TilePage): ReadTile[] => {
  const all = new Set(tiles);
  return tiles.flatMap((tile) => {
    const fields = readTile(tile, page, all);
    return fields ? [{ tile, fields }] : [];
  });
};

const numbered = (read: readonly ReadTile[], categories?: ReadonlyMap<Element, string>): Product[] =>
  read.slice(0, MAX_TILES).map(({ tile, fields: { title, ...rest } }, index) => ({
    position: index + 1,
    title,
    ...defined<Pick<Product, 'category'>>({ category: categories?.get(tile) }),
    ...rest,
  }));

const inGroups = (read: readonly ReadTile[], { root, results }: PageWithTree): Product[] =>
  numbered(
    read,
    readCategories(
      results ?? root,
      read.map(({ tile }) => tile),
    ),
  );

export interface ProductsOfPage {
  readonly products: readonly Product[];
  /** Advertisements for products. */
  readonly ads: readonly Product[];
  /** The first product. */
  readonly first: Element | undefined;
}

/** True for a page of the shop by its address, or by its own search form. */
const isShop = ({ root, url }: ResultsPage): boolean => {
  const isAsked = ({ searchParams }: URL): boolean =>
    searchParams.get('udm') === '28' || searchParams.get('tbm') === 'shop';
  if (isAsked(new URL(url))) return true;
  return (
    firstBelow(root, ({ name, attribs }) =>
      name === 'input'
        ? (attribs['name'] === 'tbm' && attribs['value'] === 'shop') ||
          (attribs['name'] === 'udm' && attribs['value'] === '28')
        : name === 'a' &&
          /[?&]start=/.test(attribs['href'] ?? '') &&
          /[?&](?:tbm=shop|udm=28)(?:&|$)/.test(attribs['href'] ?? ''),
    ) !== undefined
  );
};

/** Products of a page of the engine's shop, even of one without marks. */
export const readShopProducts = (results: ResultsPage): ProductsOfPage => {
  const page = withPictures(results);
  const marked = findMarkedTiles(page.root);
  const ads = readAll(marked.ads, page);
  let read = readAll(marked.tiles, page);
  if (read.length === 0 && isShop(results)) {
    const inAds = new Set(marked.ads);
    read = readAll(
      findLinkedBoxes(page.root, page.url, (element) => inAds.has(element)),
      page,
    );
  }
  return { products: inGroups(read, page), ads: numbered(ads), first: read[0]?.tile };
};

/** Products of the engine's own shop among web results. */
export const readTileProducts = (results: ResultsPage): Product[] => {
  const page = withPictures(results);
  return inGroups(readAll(results.marked.get('data-pvt') ?? [], page), page);
};

/** Advertisements for products, on any page of the engine. */
export const readProductAds = (results: ResultsPage): Product[] =>
  numbered(readAll(findMarkedTiles(results.root).ads, withPictures(results)));
