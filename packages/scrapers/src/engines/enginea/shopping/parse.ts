import type { OperationBody } from '@quarry/contracts';
import { filled } from '@quarry/html';
import { type EngineDocument, type ParsedResults, pageUrlOr } from '../../../scraper/engine.js';
import { refusalOfPage } from '../refusals.js';
import { DEFAULT_PAGE_URL } from '../link-target.js';
import { readShopProducts } from '../products/products-of-page.js';
import { readSearchInformation } from '../serp/blocks/search-information.js';
import { readPagination } from '../serp/blocks/search-links.js';
import { saysNoResults } from '../serp/no-results.js';
import { readResultsPage } from '../serp/results-page.js';
import { readFilters } from './filters.js';

export type ShoppingBody = OperationBody<'enginea/shopping'>;

/** Blocks that a page of the shop may have, by their keys in the answer. */
export const SHOPPING_BLOCKS = [
  'shoppingResults',
  'inlineShoppingResults',
  'filters',
  'refineSearchFilters',
  'searchInformation',
  'pagination',
] as const;

const isShop = (url: string | undefined): boolean => /[?&](?:udm=28|tbm=shop)\b/.test(url ?? '');

/** Parses a page of the engine's shop. Pure, linear in the page, never throws for its content. */
export const parseShopping = ({ text, url }: EngineDocument): ParsedResults<ShoppingBody> => {
  const page = readResultsPage(text, pageUrlOr(DEFAULT_PAGE_URL, url));
  const { products, ads, first } = readShopProducts(page);
  // Ads alone are a page of web results; a shop page with nothing else was not understood.
  const isAnswered = products.length > 0 || (ads.length > 0 && !isShop(url));
  if (!isAnswered && !saysNoResults(page)) {
    return refusalOfPage(text) ?? { outcome: 'unrecognized', reason: 'no_products_found' };
  }
  const blocks = filled<Omit<ShoppingBody, 'shoppingResults'>>({
    inlineShoppingResults: ads,
    ...readFilters(page, first),
    searchInformation: readSearchInformation(page),
    pagination: readPagination(page),
  });
  return {
    outcome: 'ok',
    result: { shoppingResults: products, ...blocks },
    blocks: [...(products.length > 0 ? ['shoppingResults'] : []), ...Object.keys(blocks)],
  };
};
