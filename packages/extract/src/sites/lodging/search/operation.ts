import type { SiteOperation } from '../../shared/site-operation.js';
import { ACCOMMODATION_FIELDS } from './accommodation.js';
import { readSearch } from './parse.js';
import { lodgingSearchRequest, type LodgingSearchParams } from './request.js';

export const lodgingSearchOperation: SiteOperation = {
  id: 'lodging/search',
  main: { key: 'results', fields: ACCOMMODATION_FIELDS },
  // safe because only what passed the operation's schema is asked for
  begin: (params, { origin }) => lodgingSearchRequest(params as unknown as LodgingSearchParams, origin),
  // safe for the same reason
  read: (params, documents, options) => readSearch(params as unknown as LodgingSearchParams, documents, options),
};
