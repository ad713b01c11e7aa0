import { defineSite } from '../../shared/site-operation.js';
import { COLLECTION_FIELDS, readCollections } from './parse.js';
import { collectionsRequest } from './request.js';

export const storeplatformCollectionsOperation = defineSite({
  id: 'storeplatform/collections',
  main: { key: 'collections', fields: COLLECTION_FIELDS },
  begin: (params, { origin }) => collectionsRequest(params, origin),
  read: (_params, documents) => readCollections(documents),
});
