export { readTaskOf } from '../scraper/read-task.js';
export { SITE_OPERATIONS } from './site-operations.js';
