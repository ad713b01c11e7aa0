import { readTileProducts } from '../../products/products-of-page.js';
import type { Product } from '../../products/read-product.js';
import type { ResultsPage } from '../results-page.js';

export type ImmersiveProduct = Product;

/** Products that the engine shows of its own shop among the web results. */
export const readImmersiveProducts = (page: ResultsPage): ImmersiveProduct[] =>
  page.marked.has('data-pvt') ? readTileProducts(page) : [];
