import { defineSite } from '../../../scraper/scraper.js';
import { readPlace } from './parse.js';
import { lodgingPlaceRequest } from './request.js';

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

export const lodgingPlaceOperation = defineSite({
  id: 'lodging/place',
  main: { key: 'overview', fields: OVERVIEW_FIELDS },
  begin: (params, { origin }) => lodgingPlaceRequest(params, origin),
  read: (params, documents) => readPlace(params, documents),
});
