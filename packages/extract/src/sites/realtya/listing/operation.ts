import type { SiteOperation } from '../../shared/site-operation.js';
import type { RealtyListingParams } from './params.js';
import { ENTRY_FIELDS, readListing } from './parse.js';
import { firstRequest } from './request.js';

export const realtyaListingOperation: SiteOperation = {
  id: 'realtya/listing',
  main: { key: 'properties', fields: ENTRY_FIELDS },
  // safe because only what passed the operation's schema is asked for
  begin: (params, { origin }) => firstRequest(params as unknown as RealtyListingParams, origin),
  // safe for the same reason
  read: (params, documents, options) => readListing(params as unknown as RealtyListingParams, documents, options),
};
