import { defineSite } from '../../../scraper/scraper.js';
import { ENTRY_FIELDS, readListing } from './parse.js';
import { firstRequest } from './request.js';

export const realtyaListingOperation = defineSite({
  id: 'realtya/listing',
  main: { key: 'properties', fields: ENTRY_FIELDS },
  begin: (params, { origin }) => firstRequest(params, origin),
  read: (params, documents, options) => readListing(params, documents, options),
});
