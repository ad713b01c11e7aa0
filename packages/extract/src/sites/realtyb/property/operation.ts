import type { SiteOperation } from '../../shared/site-operation.js';
import { readPropertyPage } from './parse.js';
import { PROPERTY_FIELDS } from './read-property.js';
import { propertyRequest, type PropertyParams } from './request.js';

export const realtybPropertyOperation: SiteOperation = {
  id: 'realtyb/property',
  main: { key: 'property', fields: PROPERTY_FIELDS },
  // safe because only what passed the operation's schema is asked for
  begin: (params, { origin }) => propertyRequest(params as unknown as PropertyParams, origin),
  // safe for the same reason
  read: (params, documents, options) => readPropertyPage(params as unknown as PropertyParams, documents, options),
};
