import type { SiteOperation } from '../../shared/site-operation.js';
import { COLLECTION_FIELDS, readCollections } from './parse.js';
import { collectionsRequest, type CollectionsParams } from './request.js';

export const storeplatformCollectionsOperation: SiteOperation = {
  id: 'storeplatform/collections',
  main: { key: 'collections', fields: COLLECTION_FIELDS },
  // safe because only what passed the operation's schema is asked for
  begin: (params, { origin }) => collectionsRequest(params as unknown as CollectionsParams, origin),
  read: (_params, documents) => readCollections(documents),
};
