export { ENGINE_OPERATIONS } from './engine-operations.js';
export { readTaskOf } from '../scraper/read-task.js';
