import type { SiteOperation } from '../../shared/site-operation.js';
import { readPlace } from './parse.js';
import { lodgingPlaceRequest, type LodgingPlaceParams } from './request.js';

/** Names whose fill rates are counted. */
const OVERVIEW_FIELDS = [
  'id',
  'title',
  'propertyType',
  'address',
  'description',
  'highlights',
  'mostPopularFacilities',
  'photos',
  'coordinates',
] as const;

export const lodgingPlaceOperation: SiteOperation = {
  id: 'lodging/place',
  main: { key: 'overview', fields: OVERVIEW_FIELDS },
  // safe because only what passed the operation's schema is asked for
  begin: (params, { origin }) => lodgingPlaceRequest(params as unknown as LodgingPlaceParams, origin),
  // safe for the same reason
  read: (params, documents) => readPlace(params as unknown as LodgingPlaceParams, documents),
};
