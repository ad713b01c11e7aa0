import { defineSite } from '../../../scraper/scraper.js';
import { COLLECTION_FIELDS, readCollections } from './parse.js';
import { collectionsRequest } from './request.js';

export const storeplatformCollectionsOperation = defineSite({
  id: 'storeplatform/collections',
  // Data, which a browser would show in its own page.
  plan: { tiers: ['http'] },
  main: { key: 'collections', fields: COLLECTION_FIELDS },
  begin: (params, { origin }) => collectionsRequest(params, origin),
  read: (_params, documents) => readCollections(documents),
});
