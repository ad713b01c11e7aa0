import { defineSite } from '../../shared/site-operation.js';
import { readPropertyPage } from './parse.js';
import { PROPERTY_FIELDS } from './read-property.js';
import { propertyRequest } from './request.js';

export const realtybPropertyOperation = defineSite({
  id: 'realtyb/property',
  main: { key: 'property', fields: PROPERTY_FIELDS },
  begin: (params, { origin }) => propertyRequest(params, origin),
  read: (params, documents, options) => readPropertyPage(params, documents, options),
});
