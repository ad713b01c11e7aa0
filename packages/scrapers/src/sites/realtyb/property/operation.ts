import { defineSite, GUARDED } from '../../../scraper/scraper.js';
import { readPropertyPage } from './parse.js';
import { PROPERTY_FIELDS } from './read-property.js';
import { propertyRequest } from './request.js';

export const realtybPropertyOperation = defineSite({
  id: 'realtyb/property',
  plan: GUARDED,
  main: { key: 'property', fields: PROPERTY_FIELDS },
  begin: (params, { origin }) => propertyRequest(params, origin),
  read: (params, documents, options) => readPropertyPage(params, documents, options),
});
