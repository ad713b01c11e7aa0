import type { SiteOperation } from '../../shared/site-operation.js';
import { readPlace } from './parse.js';
import { PLACE_FIELDS } from './read-business.js';
import { placeRequest, type PlaceParams } from './request.js';

export const localreviewsPlaceOperation: SiteOperation = {
  id: 'localreviews/place',
  main: { key: 'placeResult', fields: PLACE_FIELDS },
  // safe because only what passed the operation's schema is asked for
  begin: (params, { origin }) => placeRequest(params as unknown as PlaceParams, origin),
  // safe for the same reason
  read: (params, documents) => readPlace(params as unknown as PlaceParams, documents),
};
