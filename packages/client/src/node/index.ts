export { batchFile } from './batch-file.js';
