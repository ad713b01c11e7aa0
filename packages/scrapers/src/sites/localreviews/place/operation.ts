import { defineSite, GUARDED } from '../../../scraper/scraper.js';
import { readPlace } from './parse.js';
import { PLACE_FIELDS } from './read-business.js';
import { placeRequest } from './request.js';

export const localreviewsPlaceOperation = defineSite({
  id: 'localreviews/place',
  plan: GUARDED,
  main: { key: 'placeResult', fields: PLACE_FIELDS },
  begin: (params, { origin }) => placeRequest(params, origin),
  read: (params, documents) => readPlace(params, documents),
});
