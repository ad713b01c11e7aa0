import type { OperationBody } from '@quarry/contracts';

export type SearchBody = OperationBody<'retailer/search'>;

export type Product = SearchBody['productResults'][number];
/** One product of a list, not yet numbered. */
export type ListedProduct = Omit<Product, 'position'>;
export type Facet = NonNullable<SearchBody['facets']>[number];

export const PRODUCT_FIELDS = [
  'position',
  'id',
  'title',
  'url',
  'brand',
  'isSponsored',
  'badges',
  'memberSavings',
  'categoryPathId',
  'price',
  'reviews',
  'image',
  'seller',
  'availability',
  'fulfillment',
] as const;

/** Most products of one list; real ones have some fifty. */
export const MAX_PRODUCTS = 400;

/** The content of a page of products. */
export interface ProductList {
  readonly products: readonly ListedProduct[];
  /** Lists beside that of the search, such as those of the site's own brands. */
  readonly related: readonly { readonly title?: string; readonly products: readonly ListedProduct[] }[];
  /** The page itself says that there is nothing. */
  readonly saysNone: boolean;
  readonly storeId?: string | undefined;
  readonly query?: string | undefined;
  /** As shown: `1000+`. */
  readonly totalDisplay?: string | undefined;
  readonly totalResults?: number | undefined;
  readonly currentPage?: number | undefined;
  readonly lastPage?: number | undefined;
  readonly resultsPerPage?: number | undefined;
  readonly facets?: readonly Facet[] | undefined;
}

/** The first of each id, numbered within the bound. */
export const numbered = (products: readonly ListedProduct[]): Product[] => {
  const seen = new Set<string>();
  return products
    .filter(({ id }) => {
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    })
    .slice(0, MAX_PRODUCTS)
    .map((product, index) => ({ position: index + 1, ...product }));
};
