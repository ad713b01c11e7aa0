import { defineSite, GUARDED } from '../../../scraper/scraper.js';
import { readProductPage } from './parse.js';
import { PRODUCT_FIELDS } from './read-product.js';
import { productRequest } from './request.js';

export const retailerProductOperation = defineSite({
  id: 'retailer/product',
  plan: GUARDED,
  main: { key: 'product', fields: PRODUCT_FIELDS },
  begin: (params, { origin }) => productRequest(params, origin),
  read: (params, documents, options) => readProductPage(params, documents, options),
});
