import { isObject } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { initialDataOf } from '../page-state.js';
import type { Storefront } from '../storefront.js';
import { readFacets } from './read-facets.js';
import { readItem } from './read-item.js';
import type { ListedProduct, ProductList } from './result.js';

/** Most lists of one page; real ones have one to three. */
const MAX_STACKS = 20;

const whole = (value: Json): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : numberOf(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
};

/** The lists of a search, or of the page of a department. */
const stacksOf = (initialData: Json): readonly Json[] | undefined => {
  const stacks = at(initialData, 'searchResult', 'itemStacks');
  if (Array.isArray(stacks)) return itemsOf(stacks).slice(0, MAX_STACKS);
  const inModules = itemsOf(at(initialData, 'contentLayout', 'modules'))
    .map((module) => at(module, 'configs', 'itemStacks'))
    .flatMap((own) => [...itemsOf(own), ...itemsOf(at(own, 'itemStacks'))]);
  return inModules.length > 0 ? inModules.slice(0, MAX_STACKS) : undefined;
};

const productsOf = (stack: Json, storefront: Storefront): ListedProduct[] => {
  const items = itemsOf(at(stack, 'items'));
  return (items.length > 0 ? items : itemsOf(at(stack, 'itemsV2')))
    .map((item) => readItem(item, storefront))
    .filter((product) => product !== undefined);
};

const hasErrors = (result: Json): boolean => {
  const error = at(result, 'errorResponse');
  return itemsOf(at(error, 'errors')).length > 0 || itemsOf(at(error, 'errorCodes')).length > 0;
};

/** Reads the state of a page; undefined where it has no list. */
export const readState = (state: Json, storefront: Storefront): ProductList | undefined => {
  const initialData = initialDataOf(state);
  const result = at(initialData, 'searchResult');
  const stacks = stacksOf(initialData);
  if (!stacks) return undefined;
  const [main, ...others] = stacks;
  const products = productsOf(main, storefront);
  const related = others
    .map((stack) => {
      const title = textOf(at(stack, 'title')) ?? textOf(at(stack, 'meta', 'title'));
      return { ...(title === undefined ? {} : { title }), products: productsOf(stack, storefront) };
    })
    .filter((stack) => stack.products.length > 0);
  const properties = at(result, 'paginationV2', 'pageProperties');
  const location = at(initialData, 'pageMetadata', 'location');
  const totalResults =
    whole(at(result, 'aggregatedCount')) ?? whole(at(main, 'count')) ?? whole(at(main, 'meta', 'totalItemCount'));
  const currentPage = whole(at(properties, 'page')) ?? whole(at(state, 'query', 'page'));
  const isWhole = isObject(result) && !hasErrors(result);
  return {
    products,
    related,
    // Pages after the last one still state the total.
    saysNone: isWhole && (totalResults === 0 || (currentPage ?? 1) > 1 || related.length > 0),
    storeId: textOf(at(location, 'storeId')) ?? textOf(at(properties, 'stores')),
    query: textOf(at(properties, 'query')),
    totalDisplay: textOf(at(main, 'totalItemCountDisplay')) ?? textOf(at(main, 'meta', 'totalItemCountDisplay')),
    totalResults,
    currentPage,
    lastPage: amountOf(whole(at(result, 'paginationV2', 'maxPage'))),
    resultsPerPage: amountOf(whole(at(properties, 'ps'))),
    facets: readFacets(initialData),
  };
};
