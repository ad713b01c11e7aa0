import { defineSite } from '../../shared/site-operation.js';
import { readPlace } from './parse.js';
import { PLACE_FIELDS } from './read-business.js';
import { placeRequest } from './request.js';

export const localreviewsPlaceOperation = defineSite({
  id: 'localreviews/place',
  main: { key: 'placeResult', fields: PLACE_FIELDS },
  begin: (params, { origin }) => placeRequest(params, origin),
  read: (params, documents) => readPlace(params, documents),
});
