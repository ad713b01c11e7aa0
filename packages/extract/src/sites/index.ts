export type { SiteDocument, SiteOperation, SiteOptions, SiteReading, SiteRequest } from './shared/site-operation.js';
export { MAX_STEPS } from './shared/site-operation.js';
export { SITE_OPERATIONS } from './site-operations.js';
