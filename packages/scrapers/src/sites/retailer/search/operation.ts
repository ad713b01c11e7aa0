import { defineSite, GUARDED } from '../../../scraper/scraper.js';
import { readSearch } from './parse.js';
import { searchRequest } from './request.js';
import { PRODUCT_FIELDS } from './result.js';

export const retailerSearchOperation = defineSite({
  id: 'retailer/search',
  plan: GUARDED,
  main: { key: 'productResults', fields: PRODUCT_FIELDS },
  begin: (params, { origin }) => searchRequest(params, origin),
  read: (params, documents, options) => readSearch(params, documents, options),
});
