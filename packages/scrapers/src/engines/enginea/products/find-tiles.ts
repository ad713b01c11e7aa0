import type { Element } from 'domhandler';
import { isElement, walk } from '@quarry/html';
import { readTarget } from '../link-target.js';

/** Most products that are read of one page. */
export const MAX_TILES = 200;

/** Where a tile of the engine's shop begins, by the attributes that scripts use. */
export const isMarkedTile = ({ name, attribs }: Element): boolean =>
  attribs['data-pvt'] !== undefined ||
  attribs['data-attrid'] === 'apg-product-result' ||
  name === 'product-viewer-entrypoint' ||
  (attribs['data-cid'] !== undefined && attribs['data-gid'] !== undefined);

/** Names that were stable from 2018 to 2024: the list, the grid, and the row above them. */
const OLD_TILE = /(?:^|\s)(?:sh-dlr__list-result|sh-dgr__grid-result|sh-dgr__gr-auto)(?:\s|$)/;
const isOldTile = ({ attribs }: Element): boolean =>
  (attribs['data-docid'] !== undefined && /^\d{6,}$/.test(attribs['data-docid'])) ||
  (attribs['class'] !== undefined && OLD_TILE.test(attribs['class']));

/** An advertisement for a product: its click counter precedes the link to the shop. */
const isAdLink = ({ name, attribs }: Element): boolean => name === 'a' && /^plap[\d_]/.test(attribs['id'] ?? '');
const OLD_AD = /(?:^|\s)(?:sh-np__click-target|pla-unit)(?:\s|$)/;
const isAd = ({ name, attribs }: Element): boolean =>
  attribs['data-pla-slot-pos'] !== undefined ||
  (name === 'a' && attribs['data-merchant-id'] !== undefined) ||
  (attribs['data-offer-id'] !== undefined && attribs['data-dtld'] !== undefined) ||
  (attribs['class'] !== undefined && OLD_AD.test(attribs['class']));

export interface FoundTiles {
  readonly tiles: readonly Element[];
  /** Advertisements for products. */
  readonly ads: readonly Element[];
}

const push = (list: Element[], element: Element): void => {
  if (list.length < MAX_TILES && list.at(-1) !== element) list.push(element);
};

/** Tiles and advertisements that the page marks as such, in page order, none inside another. */
export const findMarkedTiles = (root: { readonly children: Element['children'] }): FoundTiles => {
  const marked: Element[] = [];
  const old: Element[] = [];
  const ads: Element[] = [];
  walk(root, {
    enter: (element) => {
      const { name } = element;
      if (name === 'script' || name === 'style' || name === 'noscript' || name === 'head') return false;
      if (isMarkedTile(element)) {
        push(marked, element);
        return false;
      }
      if (isAd(element)) {
        push(ads, element);
        return false;
      }
      if (isAdLink(element) && isElement(element.parent)) {
        push(ads, element.parent);
        return false;
      }
      if (!isOldTile(element)) return true;
      push(old, element);
      return false;
    },
  });
  return { tiles: marked.length > 0 ? marked : old, ads };
};

const PRODUCT_PAGE = /\/shopping\/product\/(?:r\/[A-Z]{2}\/)?(\d+)/;

/** What a link of a list of products leads to; undefined for other links. */
const keyOf = (link: Element, url: string): string | undefined => {
  const target = readTarget(link.attribs['href'], url);
  if (!target) return undefined;
  const id = PRODUCT_PAGE.exec(target.url)?.[1];
  if (id !== undefined) return id;
  if (target.kind === 'engine') return undefined;
  // Counters of one advertisement differ by the clicked place.
  return target.url.replace(/[?&](?:ved|sa|usg)=[^&]*/g, '');
};

/** The element with all results, however few they are. */
const FRAME_IDS: ReadonlySet<string> = new Set([
  'rso',
  'ires',
  'search',
  'res',
  'main',
  'center_col',
  'rcnt',
  'cnt',
  'gsr',
]);
const isFrame = ({ name, attribs }: Element): boolean =>
  name === 'html' || name === 'body' || name === 'main' || FRAME_IDS.has(attribs['id'] ?? '');

/**
 * Boxes around links to products or shops in a list: each the largest one with links of one product alone. For pages
 * without marks: those without scripts, and those with changed names.
 */
export const findLinkedBoxes = (
  root: { readonly children: Element['children'] },
  url: string,
  isLeftOut: (element: Element) => boolean,
): Element[] => {
  const runs: string[] = [];
  const begun = new Map<Element, number>();
  const boxes = new Map<number, Element>();
  walk(root, {
    enter: (element) => {
      const { name, attribs } = element;
      if (
        /^(?:script|style|noscript|head|form|nav|footer)$/.test(name) ||
        runs.length > MAX_TILES ||
        isLeftOut(element)
      )
        return false;
      begun.set(element, runs.length);
      if (name === 'a' && attribs['href'] !== undefined) {
        const key = keyOf(element, url);
        if (key !== undefined && runs.at(-1) !== key) runs.push(key);
      }
      return true;
    },
    leave: (element) => {
      // Contains the run that began in it, and no other.
      if (begun.get(element) === runs.length - 1 && !isFrame(element)) boxes.set(runs.length - 1, element);
    },
  });
  return [...boxes.values()];
};
