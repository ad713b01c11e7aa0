import { defineSite } from '../../../scraper/scraper.js';
import { ACCOMMODATION_FIELDS } from './accommodation.js';
import { readSearch } from './parse.js';
import { lodgingSearchRequest } from './request.js';

export const lodgingSearchOperation = defineSite({
  id: 'lodging/search',
  main: { key: 'results', fields: ACCOMMODATION_FIELDS },
  begin: (params, { origin }) => lodgingSearchRequest(params, origin),
  read: (params, documents, options) => readSearch(params, documents, options),
});
